import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type Attempt, toAttempt } from '#platform/web/attempt.ts'
import type { Denied, Granted } from '#platform/web/call.ts'
import { type AuthState, useAuth } from './auth-store.ts'

/** The result of a form's request. `replaced` means that a newer request has taken its place. */
export type ActionResult<Value> = Attempt<Value> | { state: 'replaced' }

type ActionKind = 'login' | 'register' | 'forgotPassword' | 'resetPassword'

/** SPEC §4 stores the error of a password reset request in the login state. */
const errorKind = {
  login: 'login',
  register: 'register',
  forgotPassword: 'login',
  resetPassword: 'resetPassword',
} satisfies Record<ActionKind, ActionKind>

const running = new Map<ActionKind, AbortController>()

/** The life cycle of every auth action in SPEC §4. A newer request of the same kind replaces the one in progress. */
export async function runAuthAction<Value>(
  kind: ActionKind,
  endpoint: Endpoint,
  send: (signal: AbortSignal) => Promise<Granted<Value> | Denied<string>>,
  store: (value: Value) => void,
): Promise<ActionResult<Value>> {
  running.get(kind)?.abort()
  const controller = new AbortController()
  running.set(kind, controller)
  setAction(kind, { loading: true })
  setAction(errorKind[kind], { error: null })

  const ending = await toAttempt(send(controller.signal))
  if (controller.signal.aborted) return { state: 'replaced' }

  if (ending.state === 'failed') {
    setAction(kind, { loading: false })
    setAction(errorKind[kind], { error: ending.message })
    return ending
  }
  setAction(kind, { loading: false })
  store(ending.value)
  return { state: 'done', message: ending.message || endpoint.message || '', value: ending.value }
}

function setAction<K extends ActionKind>(kind: K, change: Partial<AuthState[K]>): void {
  useAuth.setState((state) => ({ ...state, [kind]: { ...state[kind], ...change } }))
}
