import type { Log } from '#platform/server/log.ts'

/** What day it is for packages, renewals and papers: the sandbox may be moved on, real money keeps real time. */
export type BusinessClock = {
  now: () => Date
  /** Hears of every move: what is done by the clock may be due. */
  onMove: (listener: () => void) => void
  close: () => Promise<void>
}

/** The clock of a sandbox, wherever it runs. */
export type ClockSource = {
  read: () => Promise<Date>
  /** Where it runs in this process it tells by itself; others are asked. */
  onMove?: (listener: (now: Date) => void) => () => void
}

/** How often a sandbox of another process is asked. */
const ASK_MILLISECONDS = 2_000

/** Two readings differ by as much as the answer was under way. */
const MOVED_MILLISECONDS = 5_000

export async function openBusinessClock(source: ClockSource | undefined, log: Log): Promise<BusinessClock> {
  let ahead = 0
  const listeners: (() => void)[] = []
  const follow = (now: Date) => {
    const before = ahead
    ahead = now.getTime() - Date.now()
    if (Math.abs(ahead - before) > MOVED_MILLISECONDS) for (const listener of listeners) listener()
  }
  const clock = {
    now: () => new Date(Date.now() + ahead),
    onMove: (listener: () => void) => void listeners.push(listener),
  }
  if (!source) return { ...clock, close: async () => {} }

  if (source.onMove) {
    follow(await source.read())
    const stop = source.onMove(follow)
    return { ...clock, close: async () => stop() }
  }
  return { ...clock, close: await askAgainAndAgain(source, follow, log) }
}

/** @returns a function that ends it */
async function askAgainAndAgain(
  source: ClockSource,
  follow: (now: Date) => void,
  log: Log,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let isAway = false
  const ask = async () => {
    try {
      follow(await source.read())
      isAway = false
    } catch (error) {
      // Once, not every two seconds: until it answers, time goes on from where it was.
      if (!isAway) log.warn({ error: String(error) }, 'the clock of the sandbox could not be read')
      isAway = true
    }
    if (!isOver) timer = setTimeout(() => (asking = ask()), ASK_MILLISECONDS)
  }
  let asking = ask()
  await asking
  return async () => {
    isOver = true
    clearTimeout(timer)
    await asking
  }
}

/** Of a sandbox that is a program of its own. */
export function clockAt(url: string): ClockSource {
  return {
    async read() {
      const response = await fetch(`${url}/_sandbox/clock`, { signal: AbortSignal.timeout(5_000) })
      const { now } = (await response.json()) as { now?: string }
      const read = new Date(now ?? Number.NaN)
      if (Number.isNaN(read.getTime())) throw new Error(`The sandbox answered ${response.status} without a time`)
      return read
    },
  }
}
