import type { Log } from '#platform/server/log.ts'
import { repeatEvery } from '#platform/server/repeat-every.ts'

/** The clock for packages, renewals and documents. Only the sandbox can move it; live payments use real time. */
export type BusinessClock = {
  now: () => Date
  /** Calls the listener on every move of the clock, because scheduled work may be due. */
  onMove: (listener: () => void) => void
  close: () => Promise<void>
}

/** Reads a sandbox's clock, embedded or remote. */
export type ClockSource = {
  read: () => Promise<Date>
  /** Only the embedded sandbox notifies us of moves; a remote one is polled. */
  onMove?: (listener: (now: Date) => void) => () => void
}

const POLL_INTERVAL_MS = 2_000

/** Two readings may differ by the time a response takes. */
const CLOCK_MOVED_MS = 5_000

export async function openBusinessClock(source: ClockSource | undefined, log: Log): Promise<BusinessClock> {
  let offset = 0
  const listeners: (() => void)[] = []
  const setTime = (now: Date) => {
    const previousOffset = offset
    offset = now.getTime() - Date.now()
    if (Math.abs(offset - previousOffset) > CLOCK_MOVED_MS) for (const listener of listeners) listener()
  }
  const clock = {
    now: () => new Date(Date.now() + offset),
    onMove: (listener: () => void) => void listeners.push(listener),
  }
  if (!source) return { ...clock, close: async () => {} }

  if (source.onMove) {
    setTime(await source.read())
    const stop = source.onMove(setTime)
    return { ...clock, close: async () => stop() }
  }
  // Until the sandbox answers, time continues from the last known offset.
  const polling = repeatEvery(POLL_INTERVAL_MS, async () => setTime(await source.read()), {
    log,
    problem: 'the sandbox clock could not be read',
  })
  await polling.first
  return { ...clock, close: polling.stop }
}

/** Reads the clock of a sandbox that runs as a separate program. */
export function remoteClock(url: string): ClockSource {
  return {
    async read() {
      const response = await fetch(`${url}/_sandbox/clock`, { signal: AbortSignal.timeout(5_000) })
      const { now } = (await response.json()) as { now?: string }
      const date = new Date(now ?? Number.NaN)
      if (Number.isNaN(date.getTime())) throw new Error(`The sandbox answered ${response.status} without a time`)
      return date
    },
  }
}
