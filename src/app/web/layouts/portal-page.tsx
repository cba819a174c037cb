import { type ComponentType, useEffect, useState } from 'react'
import { Outlet, PrefetchPageLinks, useMatches } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { useHydrated } from '#platform/web/hydration.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { PageError } from '#platform/web/ui/page-error.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { memberEntries, staffEntries } from './portal-menu.tsx'

/**
 * SPEC §2: only the login check may use the full height. While data loads, the static top part of the page is shown if
 * its `handle` provides one.
 */
export function HydrateFallback() {
  const { Start } = (useMatches().at(-1)?.handle ?? {}) as { Start?: ComponentType }
  return (
    <>
      {Start ? <Start /> : null}
      <div className="grid place-items-center py-24 text-secondary-ink">
        <Spinner label="Loading" className="size-10" />
      </div>
    </>
  )
}

/** Shown instead of any page that failed to load and has no error page of its own. The frame stays. */
export const meta = privateMeta('We couldn’t load this page')
export const ErrorBoundary = PageError

/** Prefetches the menu's other pages after the requested one is shown. */
export default function PortalPage() {
  const isConsultant = useMember()?.role === 'consultant'
  // Pages without data also wait until the login is known.
  if (!useHydrated()) return <HydrateFallback />
  return (
    <>
      <Outlet />
      <PrefetchPages pages={isConsultant ? [...staffEntries.consultant, ...memberEntries] : memberEntries} />
    </>
  )
}

/** Leaves the network free for the page that was just opened. */
const PREFETCH_DELAY_MS = 5_000
/** Keeps the page responsive, because each page adds a dozen files. */
const PREFETCH_INTERVAL_MS = 250

/**
 * Prefetches the scripts of other pages one at a time, so that they are available offline. Missing data is then
 * reported by each page.
 */
function PrefetchPages({ pages }: { pages: readonly { to: string }[] }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === pages.length) return
    const timer = setTimeout(() => setCount(count + 1), count === 0 ? PREFETCH_DELAY_MS : PREFETCH_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [count, pages.length])
  return pages.slice(0, count).map(({ to }) => <PrefetchPageLinks key={to} page={to} />)
}
