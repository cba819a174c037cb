import { Navigate, Outlet, replace, useLocation } from 'react-router'
import { readLoginState, useLoginState } from '#features/accounts/web/public.tsx'
import { useHydrated } from '#platform/web/hydrated.ts'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-member'

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

/** Before anything behind it is asked for: a visitor's page must not make a call that needs a session. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (readLoginState() !== 'visitor') return
    const { pathname, search, hash } = new URL(request.url)
    throw replace(loginAddress(pathname + search + hash))
  },
]

/** Where a page behind it has no place of its own to wait in. */
export function HydrateFallback() {
  return <PageSpinner />
}

/**
 * A document carries no login, so the server renders nothing private behind it: of the portal its frame, which the first
 * script's mark shows to whoever is logged in. While the page is open: logging out in another tab leads away from here
 * as well.
 */
export default function RequireMember() {
  const state = useLoginState()
  const isAlive = useHydrated()
  const { pathname, search, hash } = useLocation()
  if (state === 'visitor') return <Navigate to={loginAddress(pathname + search + hash)} replace />
  const isFrame = !isAlive && /^\/portal(?:\/|$)/.test(pathname)
  if (state === 'loading' && !isFrame) return <PageSpinner />
  return (
    <>
      <Outlet />
      {isFrame ? (
        <div className="member:hidden">
          <PageSpinner />
        </div>
      ) : null}
    </>
  )
}

function loginAddress(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`
}
