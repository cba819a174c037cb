import { useLocation } from 'react-router'
import { sitePath } from '#platform/shared/site-path.ts'
import { useHydrated } from '#platform/web/hydrated.ts'

const DASHBOARD = '/portal/dashboard'

/** Where the person was on the way to when login came in between (PRODUCT D5). */
export function useReturnAddress(): { from: string | null; target: string } {
  const { search } = useLocation()
  // The server sends the same page to everybody, whatever the query.
  const isHydrated = useHydrated()
  const from = isHydrated ? sitePath(new URLSearchParams(search).get('from')) : null
  return { from, target: from ?? DASHBOARD }
}

/** The same page with the place to come back to. */
export function withReturnAddress(path: string, from: string | null): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path
}
