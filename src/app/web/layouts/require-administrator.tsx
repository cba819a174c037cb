import { Menu as MenuIcon } from 'lucide-react'
import { Navigate, Outlet, replace, useNavigation } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-administrator'
import { AccountMenu } from './account-menu.tsx'
import { BackOfficeDrawer, backOfficeDrawerId } from './back-office-drawer.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { SkipLink } from './skip-link.tsx'
import './layouts.css'

/** Before anything behind it is asked for: the server would refuse it, and the portal has a page for everybody. */
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

/** The company's side: for administrators alone. */
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
        <div className="flex min-h-16 items-center gap-[12px] px-[20px] py-2 sm:px-8 md:px-10">
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
        <OfflineNotice />
        <Outlet />
      </main>
    </div>
  )
}
