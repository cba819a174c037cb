import { leaveSafely } from '#platform/web/unsaved.ts'
import type { User } from '../contract.ts'
import { type AuthState, getMember, isLoggedIn, useAuth } from './auth-store.ts'
import { logOutAndGoHome } from './log-out.ts'

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

/** Works in plain documents too, through `followLogoutButtons`. */
export function LogoutButton({ className }: { className?: string }) {
  return (
    <button type="button" data-logout="" className={className}>
      Logout
    </button>
  )
}

export function useLogout(): { logOut: () => void; isBusy: boolean } {
  const isBusy = useAuth((state) => state.login.loading)
  return { logOut: leaveAndLogOut, isBusy }
}

function leaveAndLogOut(): void {
  leaveSafely(() => void logOutAndGoHome())
}
