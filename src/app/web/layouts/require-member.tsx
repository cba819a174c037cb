import { Navigate, Outlet, replace, useLocation } from 'react-router'
import { readLoginState, useLoginState } from '#features/accounts/web/public.tsx'
import { useHydrated } from '#platform/web/hydration.ts'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Route } from './+types/require-member'

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

/** Redirects before any data is requested, because a visitor must not call endpoints that need a session. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (readLoginState() !== 'visitor') return
    const { pathname, search, hash } = new URL(request.url)
    throw replace(loginAddress(pathname + search + hash))
  },
]

/** Used if the page has no loading state. */
export function HydrateFallback() {
  return <PageSpinner />
}

/**
 * A document request carries no login, so the server renders only the portal's frame, which the first-paint script
 * shows to members. If the member logs out in another tab, this also redirects.
 */
export default function RequireMember() {
  const state = useLoginState()
  const isHydrated = useHydrated()
  const { pathname, search, hash } = useLocation()
  if (state === 'visitor') return <Navigate to={loginAddress(pathname + search + hash)} replace />
  const isFrame = !isHydrated && /^\/portal(?:\/|$)/.test(pathname)
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
