import './layouts.css'
import { Navigate, Outlet, replace, useLocation, useNavigation } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-administrator'
import { AccountMenu } from './account-menu.tsx'
import { DrawerButton } from './drawer-button.tsx'
import { DrawerFrame, DrawerLink } from './drawer-frame.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { SkipLink } from './skip-link.tsx'

/** Redirects before any data is requested, because the server would refuse it. Everyone may open the portal. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    const member = readMember()
    if (member && member.role !== 'administrator') throw replace('/portal')
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { brandName: (await context.get(serverCall)(getCompany)).brandName }
}

export function shouldRevalidate() {
  return false
}

/** The back office, for administrators only. */
export default function RequireAdministrator({ loaderData: { brandName } }: Route.ComponentProps) {
  useFocusOnNavigation()
  const member = useMember()
  const isLoading = useNavigation().state === 'loading'
  if (member?.role !== 'administrator') return <Navigate to="/portal" replace />
  return (
    <div className="md:pl-70">
      <SkipLink />
      <BackOfficeDrawer brandName={brandName} />
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="flex min-h-[64px] items-center gap-[12px] px-[20px] py-[8px] sm:px-8 md:px-10">
          <DrawerButton drawerId={backOfficeDrawerId} className="-ml-2.5" />
          <p className="min-w-0 font-semibold">Back office</p>
          {isLoading ? <Spinner label="Loading" /> : null}
          <div className="ml-auto">
            <AccountMenu member={member} />
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid max-w-[76rem] grid-cols-[minmax(0,1fr)] gap-8 px-5 pt-8 pb-20 sm:px-8 md:px-10"
      >
        <LeaveGuard />
        <Outlet />
      </main>
    </div>
  )
}

const backOfficeDrawerId = 'back-office-menu'

/** Every back office page is listed here or linked from a listed page. */
export const backOfficeEntries: { to: string; label: string; alsoAt?: string; under?: string }[] = [
  { to: '/admin', label: 'Overview', under: '/admin/overview/' },
  { to: '/admin/members', label: 'Members' },
  { to: '/admin/purchases', label: 'Purchases' },
  { to: '/admin/documents', label: 'Documents and VAT' },
  { to: '/admin/anomalies', label: 'Anomalies' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/consultants', label: 'Consultants' },
  { to: '/admin/deliverables', label: 'Deliverables' },
  { to: '/admin/catalogue', label: 'Catalogue' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/conversations', label: 'Conversations' },
  { to: '/admin/emails', alsoAt: '/admin/email-previews', label: 'Mails' },
  { to: '/admin/stories', label: 'Stories' },
  { to: '/admin/consultant-profiles', label: 'Public profiles' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/audit', label: 'Audit log' },
  { to: '/admin/first-steps', label: 'First steps' },
]

function BackOfficeDrawer({ brandName }: { brandName: string }) {
  const { pathname } = useLocation()
  return (
    <DrawerFrame id={backOfficeDrawerId} name="Back office" theme="light" brandName={brandName}>
      {backOfficeEntries.map(({ label, ...entry }) => (
        <DrawerLink
          key={entry.to}
          theme="light"
          prefetch="intent"
          {...entry}
          reloadDocument={isEmailPage(entry.to) || isEmailPage(pathname)}
        >
          {label}
        </DrawerLink>
      ))}
      <DrawerLink theme="light" prefetch="intent" to="/portal" reloadDocument={isEmailPage(pathname)}>
        Portal
      </DrawerLink>
    </DrawerFrame>
  )
}

/** Pages that show emails have another content policy, so entering and leaving them needs a full page load. */
function isEmailPage(pathname: string): boolean {
  return /^\/admin\/(?:emails|email-previews)(?:\/|$)/.test(pathname)
}
