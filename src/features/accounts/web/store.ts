import { z } from 'zod'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { clearSession, storeToken } from '#platform/web/session.ts'
import { ADMIN_KEY, AUTH_KEY } from '#platform/web/storage-keys.ts'
import { User } from '../contract.ts'

const Login = z.object({ token: z.string(), user: User })
export type Login = z.infer<typeof Login>

type Action<Result> = { data: Result | null; loading: boolean; error: string | null }

export type AuthState = {
  login: Action<Login>
  register: Action<{ user: User }>
  /** False until what the browser keeps has been read, or could not be. */
  isRestored: boolean
  /** The session is over and another page is on its way: nothing private is shown, nobody is sent to log in. */
  isLeaving: boolean
}

const untouched = { data: null, loading: false, error: null }

const PersistedSlice = z.object({ login: z.object({ data: Login.nullable() }) })
type PersistedSlice = z.infer<typeof PersistedSlice>

/** A logged-out browser keeps nothing; what cannot be read counts as nothing (SPEC §3). */
const storage: PersistStorage<PersistedSlice> = {
  getItem(name) {
    try {
      const stored = z.object({ state: PersistedSlice }).safeParse(JSON.parse(localStorage.getItem(name) ?? 'null'))
      return stored.success ? stored.data : null
    } catch {
      return null
    }
  },
  setItem(name, value) {
    if (value.state.login.data) localStorage.setItem(name, JSON.stringify(value))
    else localStorage.removeItem(name)
  },
  removeItem: (name) => localStorage.removeItem(name),
}

/** SPEC §3: of the whole slice only the login result outlives the page. */
export const useAuth = create<AuthState>()(
  persist((): AuthState => ({ login: untouched, register: untouched, isRestored: false, isLeaving: false }), {
    name: AUTH_KEY,
    storage,
    skipHydration: true,
    partialize: ({ login: { data } }) => ({ login: { data } }),
    merge: (persisted, current) => ({ ...current, login: { ...current.login, data: loginIn(persisted) } }),
    onRehydrateStorage: () => () => useAuth.setState({ isRestored: true }),
  }),
)

function loginIn(persisted: unknown): Login | null {
  const slice = PersistedSlice.safeParse(persisted)
  return slice.success ? slice.data.login.data : null
}

export function isLoggedIn(state: AuthState): boolean {
  return Boolean(state.login.data?.token)
}

export function memberOf(state: AuthState): User | null {
  return isLoggedIn(state) ? (state.login.data?.user ?? null) : null
}

export function keepLogin(login: Login): void {
  storeToken(login.token)
  if (login.user.role === 'member') localStorage.removeItem(ADMIN_KEY)
  else localStorage.setItem(ADMIN_KEY, 'true')
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

export function resetLoginError(): void {
  useAuth.setState(({ login }) => ({ login: { ...login, error: null } }))
}

export function resetRegistration(): void {
  useAuth.setState({ register: untouched })
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
  const onStorage = ({ key }: StorageEvent) => (key === AUTH_KEY || key === null ? readAgain() : undefined)
  // A page that comes back from the browser's memory has heard no storage events in between.
  const onPageShow = ({ persisted }: PageTransitionEvent) => (persisted ? readAgain() : undefined)

  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  void useAuth.persist.rehydrate()
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
