import { Link, Navigate, Outlet, replace, useNavigation } from 'react-router'
import { LogoutButton, readMember, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-administrator'
import { Brand } from './brand.tsx'
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

const linkClass = 'inline-flex min-h-11 cursor-pointer items-center rounded-md px-3 font-medium hover:bg-secondary-soft'

/** The company's side: for administrators alone. */
export default function RequireAdministrator({ loaderData: { brandName } }: Route.ComponentProps) {
  useFocusOnNavigation()
  const isLoading = useNavigation().state === 'loading'
  if (useMember()?.role !== 'administrator') return <Navigate to="/portal" replace />
  return (
    <>
      <SkipLink />
      <header className="bg-secondary text-white">
        <div className="mx-auto flex min-h-18 max-w-[76rem] flex-wrap items-center gap-x-6 gap-y-1 px-5 py-2 sm:px-8 md:px-10">
          <Brand name={brandName} />
          {isLoading ? <Spinner label="Loading" /> : null}
          <nav aria-label="Administration" className="-mx-3 flex flex-wrap sm:ml-auto">
            <Link to="/admin/conversations" className={linkClass}>
              Conversations
            </Link>
            {/* A full load: these pages show letters, and have a policy of their own for that. */}
            <Link to="/admin/mails" reloadDocument className={linkClass}>
              Mails
            </Link>
            <Link to="/portal" className={linkClass}>
              Portal
            </Link>
            <LogoutButton className={linkClass} />
          </nav>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid max-w-[76rem] grid-cols-[minmax(0,1fr)] gap-8 px-5 pt-8 pb-20 sm:px-8 md:px-10"
      >
        <OfflineNotice />
        <Outlet />
      </main>
    </>
  )
}
