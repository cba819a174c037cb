import { useCallback } from 'react'
import { loadPage } from '#platform/web/leave.ts'
import { leaveNotice } from '#platform/web/notice.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { viewOfPage } from '#platform/web/view.ts'
import type { User } from '../contract.ts'
import { type AuthState, isLoggedIn, keepUser, memberOf, useAuth } from './store.ts'

export { MemberAvatar } from './avatar-drawing.tsx'
export { ConfirmEmail } from './confirm-email-panel.tsx'

/** Who is logged in here, as far as this browser knows. */
export function useMember(): User | null {
  return useAuth(memberOf)
}

/** The same, for what is no component. */
export function readMember(): User | null {
  return memberOf(useAuth.getState())
}

/** What the guard of a private page has to know. */
type LoginState = 'loading' | 'visitor' | 'member'

export function useLoginState(): LoginState {
  return useAuth(loginStateOf)
}

export function readLoginState(): LoginState {
  return loginStateOf(useAuth.getState())
}

function loginStateOf(state: AuthState): LoginState {
  if (!state.isRestored || state.isLeaving) return 'loading'
  return isLoggedIn(state) ? 'member' : 'visitor'
}

/** What the server has just said of the member counts from now on. */
export function updateMember(user: User): void {
  keepUser(user)
}

/** The menu entry that ends the session. */
export function LogoutButton({ className }: { className?: string }) {
  const { logOut: logOutAndGoHome, isBusy } = useLogout()
  return (
    <button type="button" aria-disabled={isBusy || undefined} onClick={logOutAndGoHome} className={className}>
      Logout
    </button>
  )
}

/** Ends the session and goes home by a full load, so that nothing private stays in the page's memory. */
export function useLogout(): { logOut: () => Promise<void>; isBusy: boolean } {
  const isBusy = useAuth((state) => state.login.loading)
  const logOutAndGoHome = useCallback(async () => {
    // In a tab in which staff look at a member's pages it is that which ends.
    if (viewOfPage()) {
      await import('./view-notice-panel.tsx').then(({ stopViewing }) => stopViewing())
      return
    }
    // Not with the page: one that is only read does without it. It is here by now where somebody is logged in.
    const outcome = await import('./queries.ts').then(
      ({ logOut }) => logOut(),
      () => ({ state: 'failed', message: 'You are still logged in: we could not reach the server.' }) as const,
    )
    if (outcome.state === 'failed') notify.error(outcome.message)
    if (outcome.state !== 'done') return
    leaveNotice({ tone: 'success', text: outcome.message })
    loadPage('/')
  }, [])
  return { logOut: logOutAndGoHome, isBusy }
}
