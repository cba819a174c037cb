import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { cancelSubscription, type Subscription } from '../contract.ts'

type StopRenewingDialogProps = { subscription: Subscription; onClose: () => void }

/** Explains the consequence before the second click cancels. */
export function StopRenewingDialog({ subscription, onClose }: StopRenewingDialogProps) {
  const { revalidate } = useRevalidator()
  const action = useAction({ toast: 'success', reload: revalidate })
  const params = { subscriptionId: subscription.id }
  const cancel = () => action.run(() => attempt(cancelSubscription, { params }), onClose)
  return (
    <ConfirmDialog
      title={`Stop renewing ${subscription.title}?`}
      act="Stop renewing"
      busyLabel="One moment…"
      variant="danger"
      keep="Keep renewing"
      action={action}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p className="text-lg">{describeConsequence(subscription)}</p>
    </ConfirmDialog>
  )
}

function describeConsequence({ status, usableUntil }: Subscription): string {
  const consequence = `${usableUntil ? `You can use it until ${formatCompanyDate(usableUntil)}. ` : ''}Nothing more is charged.`
  return status === 'active' ? consequence : `This month isn’t paid, so your subscription ends at once. ${consequence}`
}
