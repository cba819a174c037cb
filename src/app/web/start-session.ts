import { renewLogin } from '#features/accounts/web/queries.ts'
import { forgetLogin, leaveSession, restoreLogin } from '#features/accounts/web/store.ts'
import { loadPage } from '#platform/web/leave.ts'
import { leaveNotice, showNotice } from '#platform/web/notice.ts'
import { configureSession, type SessionEnd } from '#platform/web/session.ts'
import { notify } from '#platform/web/ui/toasts.tsx'

const SESSION_ENDED = 'Your session has ended. Please log in again.'

/** Once, before the page comes alive: who is logged in, and what happens when that ends. */
export function startSession(): void {
  configureSession({ renew: renewLogin, onEnd })
  restoreLogin({ onOtherMember: () => window.location.reload() })
  showNotice()
}

/**
 * PRODUCT D7: any 401 goes home and says why. A login that the browser remembered and the server does not was none
 * from the start: then the guard leads to the login page by itself.
 */
function onEnd(end: SessionEnd): void {
  if (end === 'at-start') {
    forgetLogin()
    notify.error(SESSION_ENDED)
    return
  }
  leaveSession()
  leaveNotice({ tone: 'error', text: SESSION_ENDED })
  loadPage('/')
}
