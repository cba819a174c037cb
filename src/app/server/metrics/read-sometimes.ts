import { setTimeout } from 'node:timers/promises'

type Patience = {
  /** However often somebody asks, what was read is kept so long. */
  freshMs: number
  /** Nobody is kept waiting longer than this. */
  waitMs: number
  onFailure: (error: unknown) => void
}

/**
 * Reads what may be away or slow, so that those who ask can neither load it nor hang on it.
 * @returns undefined where it failed, or did not come in time
 */
export function readSometimes<Found>(read: () => Promise<Found>, { freshMs, waitMs, onFailure }: Patience) {
  let answer: Promise<Found | undefined> = Promise.resolve(undefined)
  let readAt = Number.NEGATIVE_INFINITY
  let isReading = false

  return (): Promise<Found | undefined> => {
    if (!isReading && performance.now() - readAt >= freshMs) begin()
    return answer
  }

  function begin() {
    isReading = true
    const found = finish()
    // Whoever comes while it hangs is answered at once: this promise is settled by then.
    answer = Promise.race([found, setTimeout(waitMs, undefined, { ref: false })])
  }

  async function finish(): Promise<Found | undefined> {
    const found = await read().catch(onFailure)
    isReading = false
    readAt = performance.now()
    answer = Promise.resolve(found ?? undefined)
    return found ?? undefined
  }
}
