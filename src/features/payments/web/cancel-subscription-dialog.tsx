import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { cancelSubscription, type Subscription } from '../contract/subscription.ts'

type CancelSubscriptionDialogProps = { subscription: Subscription; onClose: () => void }

/** The consequence first; the second click cancels. */
export function CancelSubscriptionDialog({ subscription, onClose }: CancelSubscriptionDialogProps) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(cancelSubscription, { params: { subscriptionId: subscription.id } })
    if (ending.state === 'done') notify.success(ending.message)
    else setProblem(ending.message)
    await revalidate()
    setBusy(false)
    if (ending.state === 'done') onClose()
  }
  return (
    <Dialog title={`Cancel ${subscription.title}`} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-lg">{consequenceOf(subscription)}</p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={isBusy} busyLabel="Cancelling…" onClick={cancel}>
            Cancel subscription
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function consequenceOf({ status, paidUntil }: Subscription): string {
  if (status !== 'active') {
    return 'This month is not paid, so your subscription ends at once. Nothing more is charged.'
  }
  return `${paidUntil ? `You can use it until ${formatDate(paidUntil)}. ` : ''}Nothing more is charged.`
}
