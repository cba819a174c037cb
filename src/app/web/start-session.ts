import { forgetLogin, leaveSession, restoreLogin, useAuth } from '#features/accounts/web/store.ts'
import { loadPage } from '#platform/web/leave.ts'
import { leaveNotice, showNotice } from '#platform/web/notice.ts'
import { configureSession, readToken, type SessionEnd } from '#platform/web/session.ts'
import { notify } from '#platform/web/ui/toasts.tsx'

const VIEW_ENDED = 'You no longer look at the pages of this member: the hour is over, or your login has ended.'

const SESSION_ENDED = 'Your session has ended. Please log in again.'

/** Once, before the page comes alive: who is logged in, and what happens when that ends. */
export function startSession(): void {
  configureSession({ renew, onEnd })
  // Whoever is logged in may need it after the next deploy, when this page's files are gone.
  if (readToken()) loadCalls().catch(() => {})
  restoreLogin({ onOtherMember: () => window.location.reload() })
  showNotice()
}

/** What calls the server for an account, with the schemas it needs: a visitor who only reads never fetches it. */
function loadCalls() {
  return import('#features/accounts/web/queries.ts')
}

async function renew(): Promise<string | null> {
  const { renewLogin } = await loadCalls()
  return renewLogin()
}

/**
 * PRODUCT D7: any 401 goes home and says why. A login that the browser remembered and the server does not was none
 * from the start: then the guard leads to the login page by itself.
 */
function onEnd(end: SessionEnd): void {
  // What was still being asked for while somebody logged out: they are on their way home already, and know why.
  if (useAuth.getState().isLeaving) return
  if (end === 'at-start') {
    forgetLogin()
    notify.error(SESSION_ENDED)
    return
  }
  leaveSession()
  if (end === 'view') {
    leaveNotice({ tone: 'error', text: VIEW_ENDED })
    loadPage('/admin/members')
    return
  }
  leaveNotice({ tone: 'error', text: SESSION_ENDED })
  loadPage('/')
}
