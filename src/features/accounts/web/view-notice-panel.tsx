import { Eye } from 'lucide-react'
import { loadPage } from '#platform/web/leave.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { viewOfPage } from '#platform/web/view.ts'
import { memberOf, useAuth } from './store.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Over every page of a tab in which staff look at a member's pages: whose they are, and until when. */
export function ViewNotice() {
  const member = useAuth(memberOf)
  // Known once the login has been read, and never to the server.
  const view = member ? viewOfPage() : null
  if (!member || !view) return null
  return (
    <aside
      aria-label="Looking at the pages of a member"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-4 border-primary bg-secondary-deep px-5 py-3 text-white"
    >
      <Eye aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        You see what{' '}
        <strong>
          {member.firstName} {member.lastName}
        </strong>{' '}
        sees, until {clock.format(new Date(view.expiresAt))}. Nothing can be changed here.
      </p>
      <Button variant="quiet" size="small" onClick={stopViewing}>
        Stop looking
      </Button>
    </aside>
  )
}

/** Back to the member's page in the back office, by the login that was there all the time. */
export async function stopViewing(): Promise<void> {
  const view = viewOfPage()
  const memberId = memberOf(useAuth.getState())?.id
  if (view) await import('./queries.ts').then(({ leaveView }) => leaveView(view))
  loadPage(memberId ? `/admin/members/${memberId}` : '/admin/members')
}
