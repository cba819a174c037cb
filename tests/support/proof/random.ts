const DAY = 86_400_000

export type RandomSource = ReturnType<typeof createRandom>

/** A source of random values, which are always the same for the same seed. */
export function createRandom(seed: number) {
  const chance = makeChance(seed)
  const integer = (max: number) => Math.floor(chance() * max)
  return {
    /** An integer from 0 up to, but not including, `max`. */
    whole: integer,
    oneOf: <T>(...choices: T[]): T => choices[integer(choices.length)] as T,
    isSo: (share: number) => chance() < share,
    /** A moment from `before` days before `around` to `after` days after it. */
    moment: (around: Date, before: number, after = 0) =>
      new Date(around.getTime() - before * DAY + integer((before + after) * DAY)),
  }
}

/** The mulberry32 generator: small, and the same on every machine. */
function makeChance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
