import type { ComponentType } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { useHydrated } from '#platform/web/hydrated.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { FetchAhead } from './fetch-ahead.tsx'

/** Where the menu leads. */
const pagesOfMembers = [
  '/portal/dashboard',
  '/portal/packages',
  '/portal/bookings',
  '/portal/profile',
  '/portal/invoices',
  '/portal/messages',
  '/portal/notifications',
  '/portal/security',
]
const pagesOfConsultants = ['/portal/consultant', '/portal/consultant/availability', '/portal/consultant/deliverables']

/**
 * SPEC §2: the whole height waits for the login alone. For what a page shows only the page waits: the shell is there, and
 * how the page begins for everybody, where its `handle` names that.
 */
export function HydrateFallback() {
  const { Start } = (useMatches().at(-1)?.handle ?? {}) as { Start?: ComponentType }
  return (
    <>
      {Start ? <Start /> : null}
      <div className="grid place-items-center py-24 text-secondary">
        <Spinner label="Loading" className="size-10" />
      </div>
    </>
  )
}

/** The others are fetched once the page that was asked for stands there. */
export default function PortalPage() {
  const isConsultant = useMember()?.role === 'consultant'
  // A page that asks for nothing waits as well until it is known who is here.
  if (!useHydrated()) return <HydrateFallback />
  return (
    <>
      <Outlet />
      <FetchAhead pages={isConsultant ? [...pagesOfConsultants, ...pagesOfMembers] : pagesOfMembers} />
    </>
  )
}
