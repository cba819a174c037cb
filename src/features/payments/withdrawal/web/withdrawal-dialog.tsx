import { useRevalidator } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { describeUpcomingSessions } from '../../refunds/rules.ts'
import type { Subscription } from '../../subscriptions/contract.ts'
import { type Withdrawal, withdrawPurchase } from '../contract.ts'

export type WithdrawalProps = {
  purchaseId: string
  title: string
  withdrawal: Withdrawal
  /** Undefined unless the package is monthly. */
  subscription: Subscription | undefined
}

/** The final confirmation, with the refund amount. If it has changed, the page reloads and asks again. */
export function WithdrawalDialog({
  purchaseId,
  title,
  withdrawal,
  subscription,
  onClose,
}: WithdrawalProps & { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const action = useAction({ toast: 'success', reload: revalidate })
  const upcoming = describeUpcomingSessions(withdrawal.upcomingSessions)
  const refund = formatMoney(withdrawal.refund, withdrawal.currency)
  const body = { expectedRefund: withdrawal.refund }
  const cancel = () => action.run(() => attempt(withdrawPurchase, { params: { purchaseId }, body }), onClose)
  return (
    <ConfirmDialog
      title={`Cancel ${title}?`}
      act={withdrawalLabel(withdrawal)}
      busyLabel="Cancelling…"
      variant="danger"
      keep="Keep my package"
      action={action}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        {title} ends now{upcoming ? `, with ${upcoming}` : ''}
        {withdrawal.refund > 0 ? (
          <>
            , and we refund <strong className="font-semibold">{refund}</strong>.
          </>
        ) : (
          '. There is no refund.'
        )}{' '}
        {subscription ? 'Nothing more is charged. ' : ''}This can’t be undone.
      </p>
    </ConfirmDialog>
  )
}

/** The button text on the panel and in the dialog. */
export function withdrawalLabel({ refund, currency }: Withdrawal): string {
  return refund > 0 ? `Cancel and refund ${formatMoney(refund, currency)}` : 'Cancel without a refund'
}
