import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { setFlashMessage } from '#platform/web/flash-message.ts'
import { needsFullLoad, replacePage } from '#platform/web/navigation.ts'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { Role } from '../../contract.ts'
import { readMember } from '../../web/public.tsx'
import { landingAddress } from './return-address.ts'

/** Replaces the login or registration in the history, so that the back button does not return to it. */
export function RedirectWhenLoggedIn({ role, from }: { role: Role; from: string | null }) {
  const navigate = useNavigate()
  const target = landingAddress(role, from)
  useEffect(() => {
    if (needsFullLoad(target)) replacePage(target)
    else void navigate(target, { replace: true })
  }, [target, navigate])
  return <PageSpinner label="You’re logged in" />
}

/** Shows a success message on the page that the person lands on. */
export function showOnLanding(message: string, from: string | null): void {
  const target = landingAddress(readMember()?.role ?? 'member', from)
  if (needsFullLoad(target)) setFlashMessage({ tone: 'success', text: message })
  else notify.success(message)
}
