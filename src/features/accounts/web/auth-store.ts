import { create } from 'zustand'
import { ADMIN_KEY, AUTH_KEY, LOGOUT_KEY, safeLocalStorage, safeSessionStorage } from '#platform/web/browser-storage.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { clearSession, storeToken } from '#platform/web/session.ts'
import type { User } from '../contract.ts'

export type Login = { token: string; user: User }

type Action<Result> = { data: Result | null; loading: boolean; error: string | null }

export type AuthState = {
  login: Action<Login>
  register: Action<{ user: User }>
  /** Its error is stored in the login state (SPEC §4). */
  forgotPassword: Action<never>
  forgotPasswordSuccess: boolean
  resetPassword: Action<never>
  resetPasswordSuccess: boolean
  /** False until the browser's storage has been read or has proved unreadable. */
  isRestored: boolean
  /** True if the session has ended and another page is loading, so nothing private is shown and no login page opens. */
  isLeaving: boolean
}

const idleAction = { data: null, loading: false, error: null }

const initialState: AuthState = {
  login: idleAction,
  register: idleAction,
  forgotPassword: idleAction,
  forgotPasswordSuccess: false,
  resetPassword: idleAction,
  resetPasswordSuccess: false,
  isRestored: false,
  isLeaving: false,
}

export const useAuth = create<AuthState>()(() => initialState)

useAuth.subscribe(({ login }, previous) => {
  if (login.data !== previous.login.data) saveLogin(login.data)
})

/**
 * SPEC §3: of the whole slice, only the login result is kept when the page closes. A logged-out browser stores nothing.
 */
function saveLogin(data: Login | null): void {
  // During impersonation the member replaces the browser's own login, which is neither read nor written.
  if (getPageImpersonation()) return
  if (data) safeLocalStorage.write(AUTH_KEY, JSON.stringify({ state: { login: { data } }, version: 0 }))
  else safeLocalStorage.remove(AUTH_KEY)
}

/** Unreadable data counts as no login (SPEC §3). */
function readLogin(): void {
  const stored = getPageImpersonation() ?? readStoredLogin()
  const data = isLogin(stored) ? stored : null
  useAuth.setState(({ login }) => ({ login: { ...login, data }, isRestored: true }))
}

function readStoredLogin(): unknown {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.read(AUTH_KEY) ?? 'null')
    return getField(getField(getField(stored, 'state'), 'login'), 'data')
  } catch {
    return null
  }
}

// Validated by hand, because this runs whenever a page starts and a schema would load its library.
function isLogin(value: unknown): value is Login {
  const user = getField(value, 'user')
  const isUser = Object.entries(userFields).every(([name, isRight]) => isRight(getField(user, name)))
  return isText(getField(value, 'token')) && isUser
}

const userFields = {
  id: isText,
  firstName: isText,
  lastName: isText,
  email: isText,
  mobile: isText,
  profilePicture: (value) => value === null || isText(value),
  role: isText,
  emailVerified: (value) => typeof value === 'boolean',
} satisfies Record<keyof User, (value: unknown) => boolean>

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function isLoggedIn(state: AuthState): boolean {
  return Boolean(state.login.data?.token)
}

export function getMember(state: AuthState): User | null {
  return isLoggedIn(state) ? (state.login.data?.user ?? null) : null
}

export function storeLogin(login: Login): void {
  storeToken(login.token)
  if (login.user.role === 'member') safeLocalStorage.remove(ADMIN_KEY)
  else safeLocalStorage.write(ADMIN_KEY, 'true')
  useAuth.setState({ login: { ...idleAction, data: login } })
}

/** Stores the member that the server has just returned. */
export function storeUser(user: User): void {
  const { login } = useAuth.getState()
  if (login.data) useAuth.setState({ login: { ...login, data: { ...login.data, user } } })
}

/** Logs out in this browser but stays on the page. */
export function clearLogin(): void {
  useAuth.setState({ login: idleAction })
  clearSession()
}

/** Logs out in this browser. The caller must load another page next. */
export function leaveSession(): void {
  useAuth.setState({ isLeaving: true })
  clearLogin()
}

/** A deliberate logout also deletes drafts, in every tab. If a session merely expires, they are kept. */
export function completeLogout(): void {
  safeSessionStorage.clear()
  safeLocalStorage.write(LOGOUT_KEY, 'now')
  safeLocalStorage.remove(LOGOUT_KEY)
  leaveSession()
}

export function resetLoginError(): void {
  useAuth.setState(({ login }) => ({ login: { ...login, error: null } }))
}

export function resetRegistration(): void {
  useAuth.setState({ register: idleAction })
}

export function resetForgotPassword(): void {
  useAuth.setState({ forgotPassword: idleAction, forgotPasswordSuccess: false })
  resetLoginError()
}

export function resetPasswordReset(): void {
  useAuth.setState({ resetPassword: idleAction, resetPasswordSuccess: false })
}

/**
 * Reads the stored login and follows changes made in other tabs.
 * @returns a function that stops following
 */
export function restoreLogin({ onOtherMember }: { onOtherMember: () => void }): () => void {
  const unsubscribe = useAuth.subscribe((state, previous) => {
    // Dispatch after the browser's storage has been written, because the top bar reads it from there.
    if (state.login.data !== previous.login.data) queueMicrotask(() => window.dispatchEvent(new Event('memberchange')))
  })
  const readAgain = () => {
    const memberBefore = getMember(useAuth.getState())
    readLogin()
    const memberAfter = getMember(useAuth.getState())
    if (memberBefore && memberAfter && memberBefore.id !== memberAfter.id) onOtherMember()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === LOGOUT_KEY) safeSessionStorage.clear()
    // The administrator has logged out, so the member's pages must close.
    if (key === LOGOUT_KEY && getPageImpersonation()) onOtherMember()
    else if (key === AUTH_KEY || key === null) readAgain()
  }
  // A page restored from the back/forward cache has missed any storage events in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => (persisted ? readAgain() : undefined)

  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  readLogin()
  // A token without a readable login does not belong to anyone, so do not send it.
  if (!isLoggedIn(useAuth.getState())) clearSession()
  // The first-paint script showed the stored login before it was checked.
  window.dispatchEvent(new Event('memberchange'))
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
