import { Eye } from 'lucide-react'
import { fullName } from '#platform/shared/person-name.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { getMember, useAuth } from '../../web/auth-store.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Shown on every page of an impersonating tab, with the member's name and the end time. */
export function ImpersonationBanner() {
  const member = useAuth(getMember)
  // Known only in the browser, once the login has been read from storage.
  const impersonation = member ? getPageImpersonation() : null
  if (!member || !impersonation) return null
  return (
    <aside
      aria-label="Viewing a member’s account"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-4 border-primary bg-secondary-deep px-5 py-3 text-white"
    >
      <Eye aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        You’re seeing what <strong>{fullName(member.firstName, member.lastName)}</strong> sees, until{' '}
        {timeFormat.format(new Date(impersonation.expiresAt))}. You can’t change anything here.
      </p>
      <Button variant="quiet" size="small" onClick={returnToBackOffice}>
        Stop viewing
      </Button>
    </aside>
  )
}

/** Returns to the member's page in the back office with the administrator's own login. */
export async function returnToBackOffice(): Promise<void> {
  const impersonation = getPageImpersonation()
  const memberId = getMember(useAuth.getState())?.id
  if (impersonation) await import('./queries.ts').then(({ exitImpersonation }) => exitImpersonation(impersonation))
  loadPage(memberId ? `/admin/members/${memberId}` : '/admin/members')
}
