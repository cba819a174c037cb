import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { call, type Denied, type Granted } from '#platform/web/call.ts'
import { CallFailed, request, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { getMe, login, logout, register, renewSession, resendVerification } from '../contract.ts'
import { type AuthState, keepLogin, keepUser, leaveSession, useAuth } from './store.ts'

/** What a form learns from its request: done, overtaken by a newer one, or the words for what went wrong. */
export type Outcome =
  | { state: 'done'; message: string }
  | { state: 'replaced' }
  | { state: 'failed'; message: string; reason?: string; errors?: Record<string, string> }

export function logIn(body: InputOf<typeof login>['body']): Promise<Outcome> {
  return act('login', login, (signal) => call(login, { body }, { signal }), keepLogin)
}

export function registerMember(body: InputOf<typeof register>['body']): Promise<Outcome> {
  return act(
    'register',
    register,
    (signal) => call(register, { body }, { signal }),
    (data) => setAction('register', { data }),
  )
}

/** SPEC §4: logging out uses the login's loading and error. */
export function logOut(): Promise<Outcome> {
  return act('login', logout, (signal) => call(logout, {}, { signal }), leaveSession)
}

/** A new access token for the renewal cookie, or null where there is no session to renew (PRODUCT D6). */
export async function renewLogin(): Promise<string | null> {
  const reply = await request(renewSession, {}, {})
  if (reply.status === 401) return null
  if (!reply.success) throw new CallFailed(reply.status, reply.code, reply.message || UNKNOWN_ERROR, reply.retryAfter)
  const session = renewSession.response.parse(reply.data ?? null)
  if (session) keepLogin(session)
  return session?.token ?? null
}

/** What the server knows of the member may have changed elsewhere: another device, a mail's link. */
export async function refreshMember(): Promise<void> {
  const answer = await call(getMe)
  if (!answer.refused) keepUser(answer.value.user)
}

/** Asks for another link that confirms the member's address. */
export async function sendLinkAgain(): Promise<Outcome> {
  const outcome = await settle(call(resendVerification))
  if (outcome.state === 'answered') return { state: 'done', message: outcome.message ?? '' }
  // Confirmed elsewhere: then nothing on this page needs to ask for it any more.
  if (outcome.reason === 'email-confirmed') await refreshMember().catch(() => undefined)
  return outcome
}

type Kind = 'login' | 'register'

const running = new Map<Kind, AbortController>()

/** SPEC §4's life of every auth action; a newer request of the same kind replaces the one in progress. */
async function act<Value>(
  kind: Kind,
  endpoint: Endpoint,
  send: (signal: AbortSignal) => Promise<Granted<Value> | Denied<string>>,
  keep: (value: Value) => void,
): Promise<Outcome> {
  running.get(kind)?.abort()
  const controller = new AbortController()
  running.set(kind, controller)
  setAction(kind, { loading: true, error: null })

  const outcome = await settle(send(controller.signal))
  if (controller.signal.aborted) return { state: 'replaced' }

  if (outcome.state === 'failed') {
    setAction(kind, { loading: false, error: outcome.message })
    return outcome
  }
  setAction(kind, { loading: false })
  keep(outcome.value)
  return { state: 'done', message: outcome.message ?? endpoint.message ?? '' }
}

type Settled<Value> =
  | { state: 'answered'; value: Value; message: string | undefined }
  | Extract<Outcome, { state: 'failed' }>

async function settle<Value>(sent: Promise<Granted<Value> | Denied<string>>): Promise<Settled<Value>> {
  try {
    const answer = await sent
    if (answer.refused === undefined) return { state: 'answered', value: answer.value, message: answer.message }
    return { state: 'failed', message: answer.message, reason: answer.refused, errors: answer.errors }
  } catch (error) {
    return { state: 'failed', message: wordsFor(error) }
  }
}

/** SPEC §8: the server's message, else the error's own, else the words for the unknown. */
function wordsFor(error: unknown): string {
  if (error instanceof Error) return error.message || UNKNOWN_ERROR
  return typeof error === 'string' && error ? error : UNKNOWN_ERROR
}

function setAction<K extends Kind>(kind: K, change: Partial<AuthState[K]>): void {
  useAuth.setState((state) => ({ ...state, [kind]: { ...state[kind], ...change } }))
}
