import { ADMIN_KEY, AUTH_KEY, isStorageBlocked, safeLocalStorage, TOKEN_KEY } from './browser-storage.ts'
import { endImpersonation, getPageImpersonation } from './impersonation.ts'

/**
 * `at-start` if no session has worked on this page, `in-use` if a session was lost, `view` if an impersonation ended.
 */
export type SessionEnd = 'at-start' | 'in-use' | 'view'

type SessionSettings = {
  /** Requests a new access token with the refresh cookie. Returns null if there is no session. */
  renew: () => Promise<string | null>
  /** Called when the session has ended and storage is already cleared. */
  onEnd: (end: SessionEnd) => void
}

let settings: SessionSettings = { renew: async () => null, onEnd: () => {} }
let hasWorked = false

/** The accounts area provides the endpoint and the app the destination; the platform decides when. */
export function configureSession(next: SessionSettings): void {
  settings = next
  hasWorked = false
}

export function readToken(): string | null {
  return getPageImpersonation()?.token ?? readLoginToken()
}

/** Returns the browser's own login token, even during an impersonation in this tab. */
export function readLoginToken(): string | null {
  const token = safeLocalStorage.read(TOKEN_KEY)
  // A token that cannot be sent in a header was never ours.
  return token && /^[\x21-\x7e]+$/.test(token) ? token : null
}

/** The token comes from the server, so the session works. */
export function storeToken(token: string): void {
  safeLocalStorage.write(TOKEN_KEY, token)
  hasWorked = true
}

export function clearSession(): void {
  if (getPageImpersonation()) {
    endImpersonation()
    return
  }
  for (const key of [TOKEN_KEY, ADMIN_KEY, AUTH_KEY]) safeLocalStorage.remove(key)
}

/** Call this when a request that needs a session succeeds. */
export function markSessionWorking(): void {
  hasWorked = true
}

/** The 401 rule of PRODUCT D7. */
export function endSession(): void {
  clearSession()
  if (getPageImpersonation()) settings.onEnd('view')
  else settings.onEnd(hasWorked ? 'in-use' : 'at-start')
}

/**
 * Returns a token to replace the rejected one, or null if the session has ended. Only one tab refreshes; the others
 * wait and use its token, because a refresh token must not be used twice.
 */
export async function refreshToken(rejected: string | null): Promise<string | null> {
  // An impersonation cannot be refreshed, because the refresh cookie belongs to the browser's own login.
  if (getPageImpersonation()) return null
  return withTokenLock(async () => {
    const stored = readToken()
    if (stored && stored !== rejected) return stored
    // Another tab logged out while this one waited.
    if (rejected && !stored) return null
    const renewed = await settings.renew()
    if (renewed) storeToken(renewed)
    return renewed
  })
}

let queue: Promise<unknown> = Promise.resolve()

// Web Locks are missing over plain http (except on localhost) and if site data is blocked. In that case, at least the
// calls in this tab wait for each other.
function withTokenLock<Result>(task: () => Promise<Result>): Promise<Result> {
  if (navigator.locks && !isStorageBlocked()) return navigator.locks.request('session-refresh', task)
  const run = queue.then(task)
  queue = run.catch(() => undefined)
  return run
}
