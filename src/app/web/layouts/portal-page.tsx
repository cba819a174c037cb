import { Outlet } from 'react-router'
import { Spinner } from '#platform/web/ui/spinner.tsx'

/** SPEC §2: the whole height waits for the login alone. For what a page shows only the page waits, and the shell is there. */
export function HydrateFallback() {
  return (
    <div className="grid place-items-center py-24 text-secondary">
      <Spinner label="Loading" className="size-10" />
    </div>
  )
}

export default function PortalPage() {
  return <Outlet />
}
