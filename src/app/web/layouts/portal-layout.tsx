import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { ConfirmEmail, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { useHydrated } from '#platform/web/hydrated.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Route } from './+types/portal-layout'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { keepOfflinePage } from './keep-offline-page.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PortalDrawer } from './portal-drawer.tsx'
import { portalTitle } from './portal-title.ts'
import { PortalTopBar } from './portal-top-bar.tsx'
import { SkipLink } from './skip-link.tsx'
import './layouts.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { brandName: (await context.get(serverCall)(getCompany)).brandName }
}

export function shouldRevalidate() {
  return false
}

/** The server makes it for whoever may be logged in; a visitor, who is on the way to the login, sees nothing of it. */
export default function PortalLayout({ loaderData: { brandName } }: Route.ComponentProps) {
  const member = useMember()
  const isAlive = useHydrated()
  const { pathname } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  if (isAlive && !member) return null
  return (
    <div className={classNames('md:pl-70', !member && 'visitor:hidden')}>
      <SkipLink />
      <PortalDrawer brandName={brandName} />
      <PortalTopBar title={portalTitle(pathname)} member={member} isLoading={isLoading} />
      <main
        id="main"
        tabIndex={-1}
        className="grid max-w-[76rem] grid-cols-[minmax(0,1fr)] gap-8 px-5 pt-8 pb-20 sm:px-8 md:px-10"
      >
        <OfflineNotice />
        {member?.emailVerified ? null : <ConfirmEmail email={member?.email} />}
        <Outlet />
      </main>
      {member ? <ForMembers /> : null}
    </div>
  )
}

/** What is done where somebody is logged in, and nothing to see. */
function ForMembers() {
  useFocusOnNavigation()
  useEffect(keepOfflinePage, [])
  return null
}
