import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt, type Failed, settle } from '#platform/web/attempt.ts'
import { call, type Denied, type Granted } from '#platform/web/call.ts'
import { CallFailed, readAnswer, request, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { readLoginToken } from '#platform/web/session.ts'
import { dropView, type View } from '#platform/web/view.ts'
import { logInWithPasskey, startPasskeyConfirmation, startPasskeyLogin } from '../contract/passkey.ts'
import { changePassword, forgotPassword, resetPassword } from '../contract/password.ts'
import { removePicture, savePicture, updateProfile } from '../contract/profile.ts'
import { passSecondFactor } from '../contract/second-factor.ts'
import { confirmIdentity } from '../contract/session.ts'
import { endView } from '../contract/view.ts'
import { type Challenge, getMe, login, logout, register, renewSession, resendVerification } from '../contract.ts'
import { type AuthState, forgetLogin, keepLogin, keepUser, type Login, leaveForGood, useAuth } from './store.ts'
import { signWithPasskey } from './use-passkey.ts'

/** What a form learns from its request: done, overtaken by a newer one, or the words for what went wrong. */
export type Outcome = { state: 'done'; message: string } | { state: 'replaced' } | Failed

type Ended<Value> = Attempt<Value> | { state: 'replaced' }

/** A challenge is not a login: nothing is kept before the second step is done. */
export function logIn(body: InputOf<typeof login>['body']): Promise<Ended<Login | Challenge>> {
  return act(
    'login',
    login,
    (signal) => call(login, { body }, { signal }),
    (value) => ('token' in value ? keepLogin(value) : undefined),
  )
}

/** The second step of a login. Where it hands out recovery codes, the login is kept once the person has kept them. */
export function passSecondStep(
  body: InputOf<typeof passSecondFactor>['body'],
): Promise<Ended<ResponseOf<typeof passSecondFactor>>> {
  return act(
    'login',
    passSecondFactor,
    (signal) => call(passSecondFactor, { body }, { signal }),
    ({ token, user, recoveryCodes }) => (recoveryCodes ? undefined : keepLogin({ token, user })),
  )
}

/** Logs in with a passkey in place of the password. */
export function logInByPasskey({ keepSignedIn }: { keepSignedIn: boolean }): Promise<Outcome> {
  return act(
    'login',
    logInWithPasskey,
    async (signal) => {
      const asked = await call(startPasskeyLogin, { body: {} }, { signal })
      if (asked.refused) return asked
      const { challenge, options } = asked.value
      const passkey = await signWithPasskey(options)
      return call(logInWithPasskey, { body: { challenge, passkey, keepSignedIn } }, { signal })
    },
    keepLogin,
  )
}

export function passSecondStepByPasskey(body: { challenge: string; trustDevice: boolean }): Promise<Outcome> {
  return act(
    'login',
    passSecondFactor,
    async (signal) => {
      const asked = await call(startPasskeyLogin, { body: { challenge: body.challenge } }, { signal })
      if (asked.refused) return asked
      const passkey = await signWithPasskey(asked.value.options)
      return call(passSecondFactor, { body: { ...body, passkey } }, { signal })
    },
    ({ token, user }) => keepLogin({ token, user }),
  )
}

export function registerMember(body: InputOf<typeof register>['body']): Promise<Outcome> {
  return act(
    'register',
    register,
    (signal) => call(register, { body }, { signal }),
    (data) => setAction('register', { data }),
  )
}

export function askForPasswordLink(body: InputOf<typeof forgotPassword>['body']): Promise<Outcome> {
  return act(
    'forgotPassword',
    forgotPassword,
    (signal) => call(forgotPassword, { body }, { signal }),
    () => useAuth.setState({ forgotPasswordSuccess: true }),
  )
}

/** Every session of the account has ended with it, also one of this browser. */
export function setPasswordByLink(body: InputOf<typeof resetPassword>['body']): Promise<Outcome> {
  return act(
    'resetPassword',
    resetPassword,
    (signal) => sayHowResetFailed(call(resetPassword, { params: { token: body.token }, body }, { signal })),
    () => {
      forgetLogin()
      useAuth.setState({ resetPasswordSuccess: true })
    },
  )
}

/** SPEC §8: the words for a reset that failed, where the server gave none. */
async function sayHowResetFailed<A extends Granted<unknown> | Denied<string>>(sent: Promise<A>): Promise<A> {
  const answer = await sent.catch((error: unknown) => {
    if (!(error instanceof CallFailed) || error.message !== UNKNOWN_ERROR) throw error
    const isAnswer = error.code !== 'no-envelope' && error.code !== 'unexpected-answer'
    throw new Error(isAnswer ? RESET_FAILED : `${UNKNOWN_ERROR} while resetting password.`)
  })
  const hasWords = answer.refused === undefined || answer.message !== UNKNOWN_ERROR
  return hasWords ? answer : { ...answer, message: RESET_FAILED }
}

const RESET_FAILED = 'Failed to reset password.'

/** The session goes on by another token. */
export async function replacePassword(body: InputOf<typeof changePassword>['body']): Promise<Attempt<Login>> {
  const ending = await attempt(changePassword, { body })
  if (ending.state === 'done') keepLogin(ending.value)
  return ending
}

/** This tab shows the staff's own pages again; the view ends by the login that it was begun with. */
export async function leaveView({ id: viewId }: View): Promise<void> {
  dropView()
  await request(endView, { params: { viewId } }, { token: readLoginToken() }).catch(() => undefined)
}

/** SPEC §4: logging out uses the login's loading and error. */
export function logOut(): Promise<Ended<null>> {
  return act('login', logout, (signal) => call(logout, {}, { signal }), leaveForGood)
}

/** Proves once more who is logged in; from then on the session goes by another token. */
export async function confirmWho(body: InputOf<typeof confirmIdentity>['body']): Promise<Attempt<Login>> {
  const ending = await attempt(confirmIdentity, { body })
  if (ending.state === 'done') keepLogin(ending.value)
  return ending
}

export async function confirmWhoByPasskey(): Promise<Attempt<Login>> {
  const asked = await attempt(startPasskeyConfirmation)
  if (asked.state === 'failed') return asked
  const { challenge, options } = asked.value
  const signing = await signWithPasskey(options).catch((error: Error) => error)
  if (signing instanceof Error) return { state: 'failed', message: signing.message }
  return confirmWho({ passkey: { challenge, proof: signing } })
}

/** A new access token for the renewal cookie, or null where there is no session to renew (PRODUCT D6). */
export async function renewLogin(): Promise<string | null> {
  const reply = await request(renewSession, {}, {})
  if (reply.status === 401) return null
  if (!reply.success) throw new CallFailed(reply.status, reply.code, reply.message || UNKNOWN_ERROR, reply.retryAfter)
  const answer = readAnswer(renewSession, reply.data ?? null)
  if (!answer.success) throw new CallFailed(reply.status, 'unexpected-answer', UNKNOWN_ERROR)
  const session = answer.data as ResponseOf<typeof renewSession>
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
  const ending = await attempt(resendVerification)
  // Confirmed elsewhere: then nothing on this page needs to ask for it any more.
  if (ending.state === 'failed' && ending.reason === 'email-confirmed') await refreshMember().catch(() => undefined)
  return ending
}

/** Changes what is given of the profile; the member's name is known at once all over the portal. */
export async function changeProfile(body: InputOf<typeof updateProfile>['body']) {
  const ending = await attempt(updateProfile, { body })
  if (ending.state === 'done') keepUser(ending.value.user)
  return ending
}

export async function changePicture(image: string) {
  const ending = await attempt(savePicture, { body: { image } })
  if (ending.state === 'done') keepUser(ending.value.user)
  return ending
}

export async function dropPicture() {
  const ending = await attempt(removePicture)
  if (ending.state === 'done') keepUser(ending.value.user)
  return ending
}

type Kind = 'login' | 'register' | 'forgotPassword' | 'resetPassword'

/** Where the words for a failure stand: SPEC §4 has those of a forgotten password at the login. */
const errorPlace = {
  login: 'login',
  register: 'register',
  forgotPassword: 'login',
  resetPassword: 'resetPassword',
} satisfies Record<Kind, Kind>

const running = new Map<Kind, AbortController>()

/** SPEC §4's life of every auth action; a newer request of the same kind replaces the one in progress. */
async function act<Value>(
  kind: Kind,
  endpoint: Endpoint,
  send: (signal: AbortSignal) => Promise<Granted<Value> | Denied<string>>,
  keep: (value: Value) => void,
): Promise<Ended<Value>> {
  running.get(kind)?.abort()
  const controller = new AbortController()
  running.set(kind, controller)
  setAction(kind, { loading: true })
  setAction(errorPlace[kind], { error: null })

  const ending = await settle(send(controller.signal))
  if (controller.signal.aborted) return { state: 'replaced' }

  if (ending.state === 'failed') {
    setAction(kind, { loading: false })
    setAction(errorPlace[kind], { error: ending.message })
    return ending
  }
  setAction(kind, { loading: false })
  keep(ending.value)
  return { state: 'done', message: ending.message || endpoint.message || '', value: ending.value }
}

function setAction<K extends Kind>(kind: K, change: Partial<AuthState[K]>): void {
  useAuth.setState((state) => ({ ...state, [kind]: { ...state[kind], ...change } }))
}
