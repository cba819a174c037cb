import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { withdraw } from '../contract/refund.ts'
import { comingSessionsInWords } from '../rules/coming-sessions.ts'
import type { WithdrawalProps } from './withdrawal-panel.tsx'

/** The last question: with the figure that counts. Where it has changed, the page is read anew and asks again. */
export function WithdrawalDialog({
  purchaseId,
  title,
  withdrawal,
  onClose,
}: WithdrawalProps & { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const coming = comingSessionsInWords(withdrawal.comingSessions)
  const refund = formatMoney(withdrawal.refund, withdrawal.currency)
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    const params = { purchaseId }
    const ending = await attempt(withdraw, { params, body: { expectedRefund: withdrawal.refund } })
    if (ending.state === 'done') notify.success(ending.message)
    else setProblem(ending.message)
    await revalidate()
    setBusy(false)
    if (ending.state === 'done') onClose()
  }
  return (
    <Dialog title={`Cancel ${title}?`} onClose={onClose}>
      <div className="grid gap-5">
        <p>
          {title} ends now{coming ? `, with ${coming}` : ''}, and you get back{' '}
          <strong className="font-semibold">{refund}</strong>. This cannot be undone.
        </p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Keep my package
          </Button>
          <Button variant="danger" busy={isBusy} busyLabel="Cancelling…" onClick={cancel}>
            Cancel, get {refund} back
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
