import { useCallback } from 'react'
import { setFlashMessage } from '#platform/web/flash-message.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { leaveSafely } from '#platform/web/unsaved.ts'
import type { User } from '../contract.ts'
import { type AuthState, getMember, isLoggedIn, useAuth } from './auth-store.ts'

export { ConfirmEmailBanner } from '../email-address/web/confirm-email-banner.tsx'
export { Avatar } from '../profile/web/member-avatar.tsx'
export { storeUser } from './auth-store.ts'

/** The logged-in member, as far as this browser knows. */
export function useMember(): User | null {
  return useAuth(getMember)
}

/** The logged-in member, for code outside components. */
export function readMember(): User | null {
  return getMember(useAuth.getState())
}

/** The login state for the guards of private pages. */
type LoginState = 'loading' | 'visitor' | 'member'

export function useLoginState(): LoginState {
  return useAuth(toLoginState)
}

export function readLoginState(): LoginState {
  return toLoginState(useAuth.getState())
}

function toLoginState(state: AuthState): LoginState {
  if (!state.isRestored || state.isLeaving) return 'loading'
  return isLoggedIn(state) ? 'member' : 'visitor'
}

export function LogoutButton({ className }: { className?: string }) {
  const { logOut, isBusy } = useLogout()
  return (
    <button type="button" aria-disabled={isBusy || undefined} onClick={logOut} className={className}>
      Logout
    </button>
  )
}

/** Ends the session and loads the home page from the server, so that nothing private stays in memory. */
export function useLogout(): { logOut: () => Promise<void>; isBusy: boolean } {
  const isBusy = useAuth((state) => state.login.loading)
  const logOutAndGoHome = useCallback(async () => {
    // In a tab used for impersonation, only the impersonation ends.
    if (getPageImpersonation()) {
      await import('../impersonation/web/impersonation-banner.tsx').then(({ returnToBackOffice }) =>
        returnToBackOffice(),
      )
      return
    }
    // Loaded on demand, because most visits do not need it. After a login it is already loaded.
    const outcome = await import('../sessions/web/queries.ts').then(
      ({ logOut }) => logOut(),
      () =>
        ({ state: 'failed', message: 'We couldn’t reach the server, so you’re still logged in. Try again.' }) as const,
    )
    if (outcome.state === 'failed') notify.error(outcome.message)
    if (outcome.state !== 'done') return
    setFlashMessage({ tone: 'success', text: outcome.message })
    loadPage('/')
  }, [])
  const logOut = useCallback(async () => leaveSafely(() => void logOutAndGoHome()), [logOutAndGoHome])
  return { logOut, isBusy }
}
