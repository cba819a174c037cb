import { Outlet, useLocation } from 'react-router'
import { LogoutButton } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/public-layout'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { Footer } from './footer.tsx'
import { SiteDrawer } from './site-drawer.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import './layouts.css'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(serverCall)
  const [company, consultants] = await Promise.all([call(getCompany), call(listConsultants)])
  return { company, hasConsultants: consultants.length > 0, year: londonYear() }
}

/** The server's year, not the visitor's clock: the page must not change between being sent and coming alive. */
function londonYear(): string {
  return new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Europe/London' }).format(new Date())
}

const logoutClass =
  'block w-full cursor-pointer rounded-sm px-3 py-2 text-left font-medium hover:bg-ground aria-disabled:opacity-60'

export default function PublicLayout({ loaderData: { company, hasConsultants, year } }: Route.ComponentProps) {
  useFocusOnNavigation()
  // On the home page the bar lies over the hero; everywhere else the content begins under it.
  const isHome = useLocation().pathname === '/'
  return (
    <>
      <SkipLink />
      <TopBar brandName={company.brandName} logout={<LogoutButton className={logoutClass} />} />
      <SiteDrawer logout={<LogoutButton className={logoutClass} />} />
      <main id="main" tabIndex={-1} className={isHome ? undefined : 'min-h-[75svh] pt-18'}>
        <Outlet />
      </main>
      <Footer company={company} hasConsultants={hasConsultants} year={year} />
    </>
  )
}
