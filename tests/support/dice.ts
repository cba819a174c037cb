const DAY = 86_400_000

export type Dice = ReturnType<typeof makeDice>

/** Chance that falls the same way for the same seed. */
export function makeDice(seed: number) {
  const chance = makeChance(seed)
  const whole = (most: number) => Math.floor(chance() * most)
  return {
    /** From 0 up to, but without, the most. */
    whole,
    oneOf: <T>(...choices: T[]): T => choices[whole(choices.length)] as T,
    isSo: (share: number) => chance() < share,
    /** So many days before another one, or after. */
    moment: (around: Date, before: number, after = 0) =>
      new Date(around.getTime() - before * DAY + whole((before + after) * DAY)),
  }
}

/** mulberry32: small, and the same everywhere. */
function makeChance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
