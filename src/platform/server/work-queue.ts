type QueueSettings = {
  /** How many pieces of work run at the same time. */
  atOnce: number
  /** How many may wait for their turn. */
  waiting: number
  /** What whoever comes then is told. */
  onFull: () => Error
}

/** A line for work that costs much memory or computing, so that a rush of it cannot starve the rest of the site. */
export function openQueue({ atOnce, waiting: maxWaiting, onFull }: QueueSettings) {
  let running = 0
  const waiting: (() => void)[] = []

  async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw onFull()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place goes to the next in line; it is given back only when nobody waits.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.assign(inQueue, {
    /** How many pieces of work run, and how many wait for their turn. */
    size: () => ({ running, waiting: waiting.length }),
  })
}
