import { useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { discardUnsaved, hasUnsaved, onLeave } from '../unsaved.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const leavesPage: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && (hasUnsaved() || !navigator.onLine)

/**
 * Asks before leaving would lose unsaved changes, or the page itself while offline. The router allows only one blocker,
 * so both reasons are handled here.
 */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(leavesPage)
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => onLeave((newLeave) => setLeave(() => newLeave)), [])
  if (leave) {
    const stay = () => setLeave(undefined)
    const go = () => {
      stay()
      discardUnsaved()
      leave()
    }
    return <LeaveDialog onStay={stay} onLeave={go} />
  }
  return blocker.state === 'blocked' ? <BlockedNavigation onStay={blocker.reset} onLeave={blocker.proceed} /> : null
}

type BlockedNavigationProps = { onStay: () => void; onLeave: () => void }

function BlockedNavigation({ onStay, onLeave }: BlockedNavigationProps) {
  const [isAsking, setIsAsking] = useState(hasUnsaved)
  const leave = () => (navigator.onLine ? onLeave() : setIsAsking(false))
  return isAsking ? (
    <LeaveDialog onStay={onStay} onLeave={leave} />
  ) : (
    <OfflineNotice onBack={onStay} onTryAgain={onLeave} />
  )
}

function LeaveDialog({ onStay, onLeave }: BlockedNavigationProps) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p>You have unsaved changes on this page. If you leave, you’ll lose them.</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onStay}>
          Keep editing
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}

/** While offline, a link would open the browser's own error page, so the user stays here and sees why. */
function OfflineNotice({ onBack, onTryAgain }: { onBack: () => void; onTryAgain: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onBack)
    return () => window.removeEventListener('online', onBack)
  }, [onBack])
  const tryAgain = () => {
    if (navigator.onLine) onTryAgain()
  }
  return (
    <Alert tone="error" title="You’re offline" className="sticky top-22 z-20 shadow-raised">
      <p>We couldn’t open the page. Check your connection.</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={tryAgain}>
        Try again
      </Button>
    </Alert>
  )
}
