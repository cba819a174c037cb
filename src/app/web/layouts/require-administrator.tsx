import './layouts.css'
import { Menu as MenuIcon } from 'lucide-react'
import { Navigate, Outlet, replace, useLocation, useNavigation } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-administrator'
import { AccountMenu } from './account-menu.tsx'
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
          <button
            type="button"
            aria-label="Open menu"
            popoverTarget={backOfficeDrawerId}
            className="-ml-2.5 grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-md md:hidden"
          >
            <MenuIcon aria-hidden="true" className="size-6" />
          </button>
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
export const backOfficeEntries: { to: string; words: string; alsoAt?: string; under?: string }[] = [
  { to: '/admin', words: 'Overview', under: '/admin/overview/' },
  { to: '/admin/members', words: 'Members' },
  { to: '/admin/purchases', words: 'Purchases' },
  { to: '/admin/documents', words: 'Documents and VAT' },
  { to: '/admin/anomalies', words: 'Anomalies' },
  { to: '/admin/bookings', words: 'Bookings' },
  { to: '/admin/consultants', words: 'Consultants' },
  { to: '/admin/deliverables', words: 'Deliverables' },
  { to: '/admin/catalogue', words: 'Catalogue' },
  { to: '/admin/inbox', words: 'Inbox' },
  { to: '/admin/conversations', words: 'Conversations' },
  { to: '/admin/emails', alsoAt: '/admin/email-previews', words: 'Mails' },
  { to: '/admin/stories', words: 'Stories' },
  { to: '/admin/consultant-profiles', words: 'Public profiles' },
  { to: '/admin/settings', words: 'Settings' },
  { to: '/admin/audit', words: 'Audit log' },
  { to: '/admin/first-steps', words: 'First steps' },
]

function BackOfficeDrawer({ brandName }: { brandName: string }) {
  const { pathname } = useLocation()
  return (
    <DrawerFrame id={backOfficeDrawerId} name="Back office" look="light" brandName={brandName}>
      {backOfficeEntries.map(({ words, ...entry }) => (
        <DrawerLink
          key={entry.to}
          look="light"
          prefetch="intent"
          {...entry}
          reloadDocument={isEmailPage(entry.to) || isEmailPage(pathname)}
        >
          {words}
        </DrawerLink>
      ))}
      <DrawerLink look="light" prefetch="intent" to="/portal" reloadDocument={isEmailPage(pathname)}>
        Portal
      </DrawerLink>
    </DrawerFrame>
  )
}

/** Pages that show emails have another content policy, so entering and leaving them needs a full page load. */
function isEmailPage(pathname: string): boolean {
  return /^\/admin\/(?:emails|email-previews)(?:\/|$)/.test(pathname)
}
