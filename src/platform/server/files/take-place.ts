import { Refused } from '#platform/shared/refused.ts'

/** Somebody who sends a whole folder sends one file after the other. */
const MOST_OF_ONE = 2

/** In this process: each takes up 25 MB of the disk, and a line, until it is stored. */
const MOST_AT_ONCE = 20

const underWay = new Map<string, number>()

/**
 * A place for a file that is about to arrive.
 * @returns what gives it back
 * @throws Refused with a reason of `fileRefusals`
 */
export function takePlace(memberId: string): () => void {
  const own = underWay.get(memberId) ?? 0
  if (own >= MOST_OF_ONE) throw new Refused('uploads-under-way')
  if (sum(underWay.values()) >= MOST_AT_ONCE) throw new Refused('uploads-full')
  underWay.set(memberId, own + 1)
  return () => giveBack(memberId)
}

function giveBack(memberId: string): void {
  const left = (underWay.get(memberId) ?? 0) - 1
  if (left > 0) underWay.set(memberId, left)
  else underWay.delete(memberId)
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0)
}
