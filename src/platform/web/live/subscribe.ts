import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts'
import { openEvents } from '../call.ts'
import { CallFailed, type Parts, readAnswer, UNKNOWN_ERROR } from '../request.ts'

const FIRST_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000

type Subscriber<E> = {
  /** The endpoint's path parameters. */
  params?: Parts['params']
  onEvent: (value: ResponseOf<E>) => void
  /** Called if the stream failed. It reconnects automatically. */
  onProblem: () => void
}

/**
 * Follows an endpoint's events while this page is visible. A hidden tab disconnects, because browsers allow six
 * connections per site; it receives the current data when shown again.
 * @returns a function that stops it
 */
export function subscribe<E extends Endpoint>(endpoint: E, follower: Subscriber<E>): () => void {
  const over = new AbortController()
  void keepSubscribed(endpoint, follower, over.signal)
  return () => over.abort()
}

async function keepSubscribed<E extends Endpoint>(endpoint: E, follower: Subscriber<E>, over: AbortSignal) {
  const presence = watchPresence(over)
  let failures = 0
  for (;;) {
    await presence.untilThere()
    if (over.aborted) return
    const { state, hasSpoken, wait = 0 } = await readStream(endpoint, follower, over)
    if (state === 'over') return
    if (state === 'hidden') continue
    if (hasSpoken) failures = 0
    if (state === 'broken') {
      failures += 1
      follower.onProblem()
    }
    await presence.pause(Math.max(wait, backoffAfter(failures)))
  }
}

type Ending = {
  state: 'ended' | 'broken' | 'hidden' | 'over'
  /** At least one event arrived. */
  hasSpoken: boolean
  /** The server's retry delay, in milliseconds. */
  wait?: number
}

async function readStream<E extends Endpoint>(
  endpoint: E,
  { params, onEvent }: Subscriber<E>,
  over: AbortSignal,
): Promise<Ending> {
  const line = openConnection(over)
  let hasSpoken = false
  try {
    for await (const value of eventsOf(endpoint, { params }, line.signal)) {
      hasSpoken = true
      onEvent(value)
    }
    return { state: 'ended', hasSpoken }
  } catch (error) {
    if (over.aborted || isSessionExpired(error)) return { state: 'over', hasSpoken }
    if (line.signal.aborted) return { state: 'hidden', hasSpoken }
    return { state: 'broken', hasSpoken, wait: retryAfterOf(error) }
  } finally {
    line.abort()
  }
}

/** Adds jitter, because a restart disconnects every browser at the same time. */
function backoffAfter(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)
}

async function* eventsOf<E extends Endpoint>(
  endpoint: E,
  parts: Parts,
  signal: AbortSignal,
): AsyncGenerator<ResponseOf<E>> {
  const stream = await withIdleTimeout(openEvents(endpoint, parts, signal))
  for await (const text of readEvents(stream)) {
    const event = readAnswer(endpoint, JSON.parse(text))
    if (!event.success) throw new CallFailed(200, 'unexpected-answer', UNKNOWN_ERROR)
    yield event.data as ResponseOf<E>
  }
}

/** Aborts when the subscription ends or the page is hidden. */
function openConnection(over: AbortSignal): AbortController {
  const line = new AbortController()
  const options = { signal: line.signal }
  const end = () => line.abort()
  over.addEventListener('abort', end, options)
  document.addEventListener('visibilitychange', () => (document.hidden ? end() : undefined), options)
  return line
}

/** `call` has already handled the end of the session. */
function isSessionExpired(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401
}

function retryAfterOf(error: unknown): number {
  return error instanceof CallFailed ? (error.retryAfter ?? 0) * 1_000 : 0
}

/** A user without input for this long counts as away, because background requests must not keep the session alive. */
const AWAY_AFTER_MS = 5 * 60_000

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus', 'online']

type Presence = {
  /** Resolves when the page is visible, online and in use. */
  untilThere: () => Promise<void>
  /** Resolves after this time, or earlier if the page's visibility changes or the network returns. */
  pause: (milliseconds: number) => Promise<void>
}

/** Watches whether a user is looking at this page, until the signal aborts. */
function watchPresence(over: AbortSignal): Presence {
  // Opening the page counts as activity.
  let lastSign = Date.now()
  const onSign = () => {
    lastSign = Date.now()
  }
  listen(onSign, over)
  const isThere = () => !document.hidden && navigator.onLine && Date.now() - lastSign < AWAY_AFTER_MS

  return {
    async untilThere() {
      while (!over.aborted && !isThere()) await firstOf((found, end) => listen(found, end), over)
    },
    pause: (milliseconds) =>
      firstOf((found, end) => {
        const timer = setTimeout(found, milliseconds)
        end.addEventListener('abort', () => clearTimeout(timer))
        document.addEventListener('visibilitychange', found, { signal: end })
        window.addEventListener('online', found, { signal: end })
      }, over),
  }
}

function listen(onSign: () => void, end: AbortSignal) {
  const options = { passive: true, capture: true, signal: end }
  for (const sign of signs) window.addEventListener(sign, onSign, options)
  document.addEventListener('visibilitychange', onSign, options)
}

/** Resolves when `begin` calls `found` or `over` aborts, and removes all listeners. */
function firstOf(begin: (found: () => void, end: AbortSignal) => void, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const found = () => {
      end.abort()
      resolve()
    }
    over.addEventListener('abort', found, { signal: end.signal })
    begin(found, end.signal)
    if (over.aborted) found()
  })
}

/** The server sends something at least every 25 s, so a longer silence means a dead connection. */
const IDLE_TIMEOUT_MS = 60_000

/** Yields the data of each event, which our server writes as one line. @throws Error if the stream falls silent */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withIdleTimeout(reader.read())
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) yield data
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Returns the promise's result. @throws Error if it takes longer than the idle timeout */
async function withIdleTimeout<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent')), IDLE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
