import { useBlocker } from 'react-router'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'

/** Without a connection a link would lead to the browser's own error page: the person stays here, and is told why. */
export function OfflineNotice() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null

  const goOn = () => {
    if (navigator.onLine) blocker.proceed()
  }
  return (
    <Alert tone="error" title="You are offline" className="sticky top-22 z-20 shadow-raised">
      <p>The page could not be opened. Please check your connection.</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={goOn}>
        Try again
      </Button>
    </Alert>
  )
}
