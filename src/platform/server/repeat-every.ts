import type { Log } from './log.ts'

/**
 * Runs now, and then again with this pause after each run. A series of failures is logged only once.
 * @returns `first` resolves after the first run; `stop` resolves when no run is in progress
 */
export function repeatEvery(
  milliseconds: number,
  work: () => Promise<void>,
  { log, problem }: { log: Log; problem: string },
): { first: Promise<void>; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false
  const run = async () => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ error: String(error) }, problem)
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(() => (running = run()), milliseconds)
  }
  let running = run()
  const stop = async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
  return { first: running, stop }
}
