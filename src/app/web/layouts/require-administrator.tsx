import './layouts.css'
import { Navigate, Outlet, replace, useNavigation } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { UnsavedChangesGuard } from '#platform/web/ui/unsaved-changes-guard.tsx'
import type { Route } from './+types/require-administrator'
import { AccountMenu } from './account-menu.tsx'
import { BackOfficeMenu, backOfficeMenuId } from './back-office-menu.tsx'
import { DrawerButton } from './drawer.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { SkipLink } from './skip-link.tsx'

/**
 * Redirects before any data is requested, because the server would refuse the request. Everyone may open the portal.
 */
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
      <BackOfficeMenu brandName={brandName} />
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="flex min-h-[64px] items-center gap-[12px] px-[20px] py-[8px] sm:px-8 md:px-10">
          <DrawerButton drawerId={backOfficeMenuId} className="-ml-2.5" />
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
        <UnsavedChangesGuard />
        <Outlet />
      </main>
    </div>
  )
}
