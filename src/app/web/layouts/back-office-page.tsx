import { Outlet } from 'react-router'
import { privateMeta } from '#platform/web/private-meta.ts'
import { PageError } from '#platform/web/ui/page-error.tsx'

/** Shown instead of any page that failed to load; the menu around it stays. */
export const meta = privateMeta('We couldn’t load this page')
export const ErrorBoundary = PageError

export default function BackOfficePage() {
  return <Outlet />
}
