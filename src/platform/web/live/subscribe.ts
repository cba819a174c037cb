import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts'
import { openEvents } from '../call.ts'
import { CallFailed, parseResponse, type RequestInput, UNKNOWN_ERROR } from '../request.ts'

const FIRST_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 60_000

type Subscriber<E> = {
  /** The endpoint's path parameters. */
  params?: RequestInput['params']
  onEvent: (value: ResponseOf<E>) => void
  /** Called if the stream failed. It reconnects automatically. */
  onProblem: () => void
}

/**
 * Follows an endpoint's events while this page is visible. A hidden tab disconnects, because browsers allow six
 * connections per site; it receives the current data when shown again.
 * @returns a function that stops following
 */
export function subscribe<E extends Endpoint>(endpoint: E, subscriber: Subscriber<E>): () => void {
  const controller = new AbortController()
  void keepSubscribed(endpoint, subscriber, controller.signal)
  return () => controller.abort()
}

async function keepSubscribed<E extends Endpoint>(endpoint: E, subscriber: Subscriber<E>, stopSignal: AbortSignal) {
  const presence = watchPresence(stopSignal)
  let failures = 0
  for (;;) {
    await presence.untilPresent()
    if (stopSignal.aborted) return
    const { state, hasReceived, wait = 0 } = await readStream(endpoint, subscriber, stopSignal)
    if (state === 'over') return
    if (state === 'hidden') continue
    if (hasReceived) failures = 0
    if (state === 'broken') {
      failures += 1
      subscriber.onProblem()
    }
    await presence.pause(Math.max(wait, backoffAfter(failures)))
  }
}

type StreamEnd = {
  state: 'ended' | 'broken' | 'hidden' | 'over'
  /** At least one event arrived. */
  hasReceived: boolean
  /** The server's retry delay, in milliseconds. */
  wait?: number
}

async function readStream<E extends Endpoint>(
  endpoint: E,
  { params, onEvent }: Subscriber<E>,
  stopSignal: AbortSignal,
): Promise<StreamEnd> {
  const connection = openConnection(stopSignal)
  let hasReceived = false
  try {
    for await (const value of streamEvents(endpoint, { params }, connection.signal)) {
      hasReceived = true
      onEvent(value)
    }
    return { state: 'ended', hasReceived }
  } catch (error) {
    if (stopSignal.aborted || isSessionExpired(error)) return { state: 'over', hasReceived }
    if (connection.signal.aborted) return { state: 'hidden', hasReceived }
    return { state: 'broken', hasReceived, wait: toRetryDelay(error) }
  } finally {
    connection.abort()
  }
}

/** Adds jitter, because a restart disconnects every browser at the same time. */
function backoffAfter(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)
}

async function* streamEvents<E extends Endpoint>(
  endpoint: E,
  parts: RequestInput,
  signal: AbortSignal,
): AsyncGenerator<ResponseOf<E>> {
  const stream = await withIdleTimeout(openEvents(endpoint, parts, signal))
  for await (const text of readEvents(stream)) {
    const event = parseResponse(endpoint, JSON.parse(text))
    if (!event.success) throw new CallFailed(200, 'unexpected-answer', UNKNOWN_ERROR)
    yield event.data as ResponseOf<E>
  }
}

/** Aborts when the subscription ends or the page is hidden. */
function openConnection(stopSignal: AbortSignal): AbortController {
  const connection = new AbortController()
  const options = { signal: connection.signal }
  const abort = () => connection.abort()
  stopSignal.addEventListener('abort', abort, options)
  document.addEventListener('visibilitychange', () => (document.hidden ? abort() : undefined), options)
  return connection
}

/** `call` has already handled the end of the session. */
function isSessionExpired(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401
}

function toRetryDelay(error: unknown): number {
  return error instanceof CallFailed ? (error.retryAfter ?? 0) * 1_000 : 0
}

/** A user without input for this long counts as away, because background requests must not keep the session alive. */
const AWAY_AFTER_MS = 5 * 60_000

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus', 'online']

/** Watches whether a user is looking at this page, until the signal aborts. */
function watchPresence(stopSignal: AbortSignal) {
  // Opening the page counts as activity.
  let lastActivity = Date.now()
  const onActivity = () => {
    lastActivity = Date.now()
  }
  listenForActivity(onActivity, stopSignal)
  const isPresent = () => !document.hidden && navigator.onLine && Date.now() - lastActivity < AWAY_AFTER_MS

  return {
    /** Resolves when the page is visible, online and in use. */
    async untilPresent(): Promise<void> {
      while (!stopSignal.aborted && !isPresent())
        await waitForFirst((finish, end) => listenForActivity(finish, end), stopSignal)
    },
    /** Resolves after this time, or earlier if the page's visibility changes or the network returns. */
    pause: (milliseconds: number) =>
      waitForFirst((finish, end) => {
        const timer = setTimeout(finish, milliseconds)
        end.addEventListener('abort', () => clearTimeout(timer))
        document.addEventListener('visibilitychange', finish, { signal: end })
        window.addEventListener('online', finish, { signal: end })
      }, stopSignal),
  }
}

function listenForActivity(onActivity: () => void, end: AbortSignal) {
  const options = { passive: true, capture: true, signal: end }
  for (const type of activityEvents) window.addEventListener(type, onActivity, options)
  document.addEventListener('visibilitychange', onActivity, options)
}

/** Resolves when `start` calls `finish` or `stopSignal` aborts, and removes all listeners. */
function waitForFirst(start: (finish: () => void, end: AbortSignal) => void, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listeners = new AbortController()
    const finish = () => {
      listeners.abort()
      resolve()
    }
    stopSignal.addEventListener('abort', finish, { signal: listeners.signal })
    start(finish, listeners.signal)
    if (stopSignal.aborted) finish()
  })
}

/** The server sends something at least every 25 s, so a longer silence means a dead connection. */
const IDLE_TIMEOUT_MS = 60_000

/** Yields the data of each event, which our server writes as one line. @throws Error if the stream falls silent */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let remainder = ''
  try {
    for (;;) {
      const { done, value } = await withIdleTimeout(reader.read())
      if (done) return
      const events = (remainder + decoder.decode(value, { stream: true })).split('\n\n')
      remainder = events.pop() ?? ''
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
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream sent nothing for too long')), IDLE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
