type QueueSettings = {
  /** How many tasks run at the same time. */
  concurrency: number
  /** How many tasks may wait. */
  maxWaiting: number
  /** Creates the error for a caller that finds the queue full. */
  onFull: () => Error
}

/** Queues tasks that need a lot of memory or CPU, so that a rush of them cannot slow down other parts of the site. */
export function openWorkQueue({ concurrency, maxWaiting, onFull }: QueueSettings) {
  let running = 0
  const waiting: (() => void)[] = []

  async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw onFull()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Passes the slot to the next task, and frees it only if no task is waiting.
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running -= 1
    }
  }
  return Object.assign(inQueue, {
    /** The numbers of running and waiting tasks. */
    size: () => ({ running, waiting: waiting.length }),
  })
}
