import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { openEvents } from './call.ts'
import { watchPresence } from './presence.ts'
import { beforeSilence, readEvents } from './read-events.ts'
import { CallFailed, type Parts, readAnswer, UNKNOWN_ERROR } from './request.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Follower<E> = {
  /** Of whom or what, where the endpoint asks. */
  params?: Parts['params']
  onEvent: (value: ResponseOf<E>) => void
  /** The stream could not be had, or broke. It is tried again by itself. */
  onProblem: () => void
}

/**
 * Follows the events of an endpoint while somebody looks at this page: a hidden one lets go of its line, and is told
 * what counts when it is shown again. One line for each tab: a browser has six for a site, and shows few tabs at once.
 * @returns a function that ends it
 */
export function follow<E extends Endpoint>(endpoint: E, follower: Follower<E>): () => void {
  const over = new AbortController()
  void keepFollowing(endpoint, follower, over.signal)
  return () => over.abort()
}

async function keepFollowing<E extends Endpoint>(endpoint: E, follower: Follower<E>, over: AbortSignal) {
  const presence = watchPresence(over)
  let failures = 0
  for (;;) {
    await presence.untilThere()
    if (over.aborted) return
    const { state, hasSpoken, wait = 0 } = await followLine(endpoint, follower, over)
    if (state === 'over') return
    if (state === 'hidden') continue
    if (hasSpoken) failures = 0
    if (state === 'broken') {
      failures += 1
      follower.onProblem()
    }
    await presence.pause(Math.max(wait, pauseAfter(failures)))
  }
}

type Ending = {
  state: 'ended' | 'broken' | 'hidden' | 'over'
  /** It told something before. */
  hasSpoken: boolean
  /** As long as the server says, in milliseconds. */
  wait?: number
}

async function followLine<E extends Endpoint>(
  endpoint: E,
  { params, onEvent }: Follower<E>,
  over: AbortSignal,
): Promise<Ending> {
  const line = openLine(over)
  let hasSpoken = false
  try {
    for await (const value of eventsOf(endpoint, { params }, line.signal)) {
      hasSpoken = true
      onEvent(value)
    }
    return { state: 'ended', hasSpoken }
  } catch (error) {
    if (over.aborted || isSessionOver(error)) return { state: 'over', hasSpoken }
    if (line.signal.aborted) return { state: 'hidden', hasSpoken }
    return { state: 'broken', hasSpoken, wait: waitOf(error) }
  } finally {
    line.abort()
  }
}

/** Everybody is sent away at once when the site starts anew: they come back one by one. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
}

async function* eventsOf<E extends Endpoint>(
  endpoint: E,
  parts: Parts,
  signal: AbortSignal,
): AsyncGenerator<ResponseOf<E>> {
  const stream = await beforeSilence(openEvents(endpoint, parts, signal))
  for await (const text of readEvents(stream)) {
    const event = readAnswer(endpoint, JSON.parse(text))
    if (!event.success) throw new CallFailed(200, 'unexpected-answer', UNKNOWN_ERROR)
    yield event.data as ResponseOf<E>
  }
}

/** Ends when it is let go of, and as soon as nobody can see the page. */
function openLine(over: AbortSignal): AbortController {
  const line = new AbortController()
  const options = { signal: line.signal }
  const end = () => line.abort()
  over.addEventListener('abort', end, options)
  document.addEventListener('visibilitychange', () => (document.hidden ? end() : undefined), options)
  return line
}

/** `call` has done what is to be done then. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 401
}

function waitOf(error: unknown): number {
  return error instanceof CallFailed ? (error.retryAfter ?? 0) * 1_000 : 0
}
