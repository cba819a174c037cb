import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { localShelf, sessionShelf } from '#platform/web/browser-storage.ts'
import { clearSession, storeToken } from '#platform/web/session.ts'
import { ADMIN_KEY, AUTH_KEY, LOGOUT_KEY } from '#platform/web/storage-keys.ts'
import { viewOfPage } from '#platform/web/view.ts'
import type { User } from '../contract.ts'

export type Login = { token: string; user: User }

type Action<Result> = { data: Result | null; loading: boolean; error: string | null }

export type AuthState = {
  login: Action<Login>
  register: Action<{ user: User }>
  /** Its error stands at the login (SPEC §4). */
  forgotPassword: Action<never>
  forgotPasswordSuccess: boolean
  resetPassword: Action<never>
  resetPasswordSuccess: boolean
  /** False until what the browser keeps has been read, or could not be. */
  isRestored: boolean
  /** The session is over and another page is on its way: nothing private is shown, nobody is sent to log in. */
  isLeaving: boolean
}

const untouched = { data: null, loading: false, error: null }

const initialState: AuthState = {
  login: untouched,
  register: untouched,
  forgotPassword: untouched,
  forgotPasswordSuccess: false,
  resetPassword: untouched,
  resetPasswordSuccess: false,
  isRestored: false,
  isLeaving: false,
}

type PersistedSlice = { login: { data: Login | null } }

/**
 * A logged-out browser keeps nothing; what cannot be read counts as nothing (SPEC §3). Where staff look at a member's
 * pages, the member stands in place of the login, which is neither read nor written.
 */
const storage: PersistStorage<PersistedSlice> = {
  getItem(name) {
    const view = viewOfPage()
    if (view) return { state: { login: { data: isLogin(view) ? view : null } } }
    try {
      const stored: unknown = JSON.parse(localShelf.read(name) ?? 'null')
      return { state: { login: { data: loginIn(fieldOf(stored, 'state')) } } }
    } catch {
      return null
    }
  },
  setItem(name, value) {
    if (viewOfPage()) return
    if (value.state.login.data) localShelf.write(name, JSON.stringify(value))
    else localShelf.remove(name)
  },
  removeItem: (name) => (viewOfPage() ? undefined : localShelf.remove(name)),
}

/** SPEC §3: of the whole slice only the login result outlives the page. */
export const useAuth = create<AuthState>()(
  persist((): AuthState => initialState, {
    name: AUTH_KEY,
    storage,
    skipHydration: true,
    partialize: ({ login: { data } }) => ({ login: { data } }),
    merge: (persisted, current) => ({ ...current, login: { ...current.login, data: loginIn(persisted) } }),
    onRehydrateStorage: () => () => useAuth.setState({ isRestored: true }),
  }),
)

function loginIn(slice: unknown): Login | null {
  const login = fieldOf(fieldOf(slice, 'login'), 'data')
  return isLogin(login) ? login : null
}

// By hand, as every page asks this at its start: a schema would bring its library along.
function isLogin(value: unknown): value is Login {
  const user = fieldOf(value, 'user')
  const isUser = Object.entries(userFields).every(([name, isRight]) => isRight(fieldOf(user, name)))
  return isText(fieldOf(value, 'token')) && isUser
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

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function isLoggedIn(state: AuthState): boolean {
  return Boolean(state.login.data?.token)
}

export function memberOf(state: AuthState): User | null {
  return isLoggedIn(state) ? (state.login.data?.user ?? null) : null
}

export function keepLogin(login: Login): void {
  storeToken(login.token)
  if (login.user.role === 'member') localShelf.remove(ADMIN_KEY)
  else localShelf.write(ADMIN_KEY, 'true')
  useAuth.setState({ login: { ...untouched, data: login } })
}

export function keepUser(user: User): void {
  const { login } = useAuth.getState()
  if (login.data) useAuth.setState({ login: { ...login, data: { ...login.data, user } } })
}

/** Nobody is logged in any more; the page stays. */
export function forgetLogin(): void {
  useAuth.setState({ login: untouched })
  clearSession()
}

/** Nobody is logged in any more, and the caller is about to load another page. */
export function leaveSession(): void {
  useAuth.setState({ isLeaving: true })
  forgetLogin()
}

/** Somebody logged out on purpose: what they were writing goes as well, in every tab. A session that ends leaves it. */
export function leaveForGood(): void {
  sessionShelf.clear()
  localShelf.write(LOGOUT_KEY, 'now')
  localShelf.remove(LOGOUT_KEY)
  leaveSession()
}

export function resetLoginError(): void {
  useAuth.setState(({ login }) => ({ login: { ...login, error: null } }))
}

export function resetRegistration(): void {
  useAuth.setState({ register: untouched })
}

export function resetForgotPassword(): void {
  useAuth.setState({ forgotPassword: untouched, forgotPasswordSuccess: false })
  resetLoginError()
}

export function resetPasswordReset(): void {
  useAuth.setState({ resetPassword: untouched, resetPasswordSuccess: false })
}

/** Reads what the browser keeps, and follows what other tabs change. Returns how to stop following. */
export function restoreLogin({ onOtherMember }: { onOtherMember: () => void }): () => void {
  const unsubscribe = useAuth.subscribe((now, before) => {
    // After the browser's storage has been written: the top bar reads it from there.
    if (now.login.data !== before.login.data) queueMicrotask(() => window.dispatchEvent(new Event('memberchange')))
  })
  const readAgain = () => {
    const before = memberOf(useAuth.getState())
    void useAuth.persist.rehydrate()
    const after = memberOf(useAuth.getState())
    if (before && after && before.id !== after.id) onOtherMember()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === LOGOUT_KEY) sessionShelf.clear()
    // Whoever looked has logged out: the member's pages go at once.
    if (key === LOGOUT_KEY && viewOfPage()) onOtherMember()
    else if (key === AUTH_KEY || key === null) readAgain()
  }
  // A page that comes back from the browser's memory has heard no storage events in between.
  const onPageShow = ({ persisted }: PageTransitionEvent) => (persisted ? readAgain() : undefined)

  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  void useAuth.persist.rehydrate()
  // A token beside a login that cannot be read would be sent for nobody.
  if (!isLoggedIn(useAuth.getState())) clearSession()
  // The first script has shown what is stored before anybody had judged it.
  window.dispatchEvent(new Event('memberchange'))
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
