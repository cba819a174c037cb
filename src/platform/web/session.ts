import { isStorageBlocked, localShelf } from './browser-storage.ts'
import { ADMIN_KEY, AUTH_KEY, TOKEN_KEY } from './storage-keys.ts'
import { dropView, viewOfPage } from './view.ts'

/**
 * Why the session is over: `at-start` where this page never had one that worked, `in-use` where it was lost, `view`
 * where staff looked at a member's pages.
 */
export type SessionEnd = 'at-start' | 'in-use' | 'view'

type SessionSettings = {
  /** Asks for a new access token with the renewal cookie. Null where there is no session to renew. */
  renew: () => Promise<string | null>
  /** What the page does when the session is over. Storage is empty by then. */
  onEnd: (end: SessionEnd) => void
}

let settings: SessionSettings = { renew: async () => null, onEnd: () => {} }
let hasWorked = false

/** The accounts area knows the endpoint and the app knows where to go; the platform knows when. */
export function configureSession(next: SessionSettings): void {
  settings = next
  hasWorked = false
}

export function readToken(): string | null {
  return viewOfPage()?.token ?? readLoginToken()
}

/** Of the login of the browser, also where this tab goes by another one. */
export function readLoginToken(): string | null {
  const token = localShelf.read(TOKEN_KEY)
  // What no header can carry was never a token of ours.
  return token && /^[\x21-\x7e]+$/.test(token) ? token : null
}

/** Fresh from the server, so the session works. */
export function storeToken(token: string): void {
  localShelf.write(TOKEN_KEY, token)
  hasWorked = true
}

export function clearSession(): void {
  if (viewOfPage()) {
    dropView()
    return
  }
  for (const key of [TOKEN_KEY, ADMIN_KEY, AUTH_KEY]) localShelf.remove(key)
}

/** A call that needs a session was answered. */
export function noteThatSessionWorks(): void {
  hasWorked = true
}

/** The 401 rule of PRODUCT D7. */
export function endSession(): void {
  clearSession()
  if (viewOfPage()) settings.onEnd('view')
  else settings.onEnd(hasWorked ? 'in-use' : 'at-start')
}

/**
 * A token to try instead of the rejected one, or null where the session is over. Of several tabs one renews, the
 * others wait and take what it stored: a refresh token must not be used twice.
 */
export async function renewToken(rejected: string | null): Promise<string | null> {
  // It lasts as long as it lasts: the cookie beside it is that of the login.
  if (viewOfPage()) return null
  return oneAtATime(async () => {
    const stored = readToken()
    if (stored && stored !== rejected) return stored
    // Somebody logged out in another tab while this one waited.
    if (rejected && !stored) return null
    const renewed = await settings.renew()
    if (renewed) storeToken(renewed)
    return renewed
  })
}

let queue: Promise<unknown> = Promise.resolve()

// Without Web Locks (plain http under another name than localhost, or site data blocked, which blocks them as well) at
// least the calls of this tab wait for each other.
function oneAtATime<Result>(task: () => Promise<Result>): Promise<Result> {
  if (navigator.locks && !isStorageBlocked()) return navigator.locks.request('session-renewal', task)
  const run = queue.then(task)
  queue = run.catch(() => undefined)
  return run
}
