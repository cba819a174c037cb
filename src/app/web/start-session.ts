import { clearLogin, leaveSession, restoreLogin, useAuth } from '#features/accounts/web/auth-store.ts'
import { setFlashMessage, showFlashMessage } from '#platform/web/flash-message.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { configureSession, readToken, type SessionEnd } from '#platform/web/session.ts'
import { notify } from '#platform/web/ui/toasts.tsx'

/** Restores the login and handles its end. Runs once before hydration. */
export function startSession(): void {
  configureSession({ renew: refreshSession, onEnd: onSessionEnded })
  // Preload now, because this page's files no longer exist after the next deploy.
  if (readToken()) loadSessionQueries().catch(() => {})
  restoreLogin({ onOtherMember: () => window.location.reload() })
  showFlashMessage()
}

/** Loaded only for members, because it imports schemas that visitors never need. */
function loadSessionQueries() {
  return import('#features/accounts/sessions/web/queries.ts')
}

async function refreshSession(): Promise<string | null> {
  const { refreshLogin } = await loadSessionQueries()
  return refreshLogin()
}

const IMPERSONATION_ENDED =
  'You’re no longer viewing the portal as this member: your hour is up, or you’ve been logged out.'

const SESSION_ENDED = 'You’ve been logged out. Log in again to continue.'

/**
 * PRODUCT D7: any 401 leads to the home page with an explanation. If the server rejects a stored login when the page
 * starts, the member was never logged in on this page, so the route guard redirects to the login.
 */
function onSessionEnded(end: SessionEnd): void {
  // The member is logging out and the home page is already loading, so a 401 for a pending request needs no message.
  if (useAuth.getState().isLeaving) return
  if (end === 'at-start') {
    clearLogin()
    notify.error(SESSION_ENDED)
    return
  }
  leaveSession()
  if (end === 'view') {
    setFlashMessage({ tone: 'error', text: IMPERSONATION_ENDED })
    loadPage('/admin/members')
    return
  }
  setFlashMessage({ tone: 'error', text: SESSION_ENDED })
  loadPage('/')
}
