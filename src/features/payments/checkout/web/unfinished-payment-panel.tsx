import { useRevalidator } from 'react-router'
import { checkoutPath } from '#features/catalogue/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { cancelPurchase } from '../contract.ts'

/** Lists unfinished payments above the member's packages. */
export function UnfinishedPaymentPanel({ purchases }: { purchases: Purchase[] }) {
  if (purchases.length === 0) return null
  return (
    <ul className="grid gap-4">
      {purchases.map((purchase) => (
        <li key={purchase.id}>
          <Card role="group" aria-labelledby={`unfinished-${purchase.id}`} className="grid gap-4">
            <div>
              <h2 id={`unfinished-${purchase.id}`} className="text-lg">
                {purchase.isProcessing ? 'Payment in progress' : 'Payment not finished'}: {purchase.packageTitle}
              </h2>
              <p className="mt-1 text-muted">
                You started a payment of <Money amount={purchase.total} currency={purchase.currency} /> on{' '}
                {formatDate(purchase.purchaseDate)}.
                {purchase.isProcessing ? '' : ' You won’t be charged until you finish.'}
              </p>
            </div>
            <UnfinishedPaymentActions purchase={purchase} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** An unfinished payment can be continued or cancelled, except while the bank is processing it. */
export function UnfinishedPaymentActions({ purchase }: { purchase: Purchase }) {
  if (!purchase.isProcessing) return <OpenActions purchase={purchase} />
  return (
    <p className="max-w-prose">
      Your bank is processing this payment. You don’t need to do anything: we’ll email you when it’s done.
    </p>
  )
}

function OpenActions({ purchase: { id, market, packageId, packageTitle, discount } }: { purchase: Purchase }) {
  const { revalidate } = useRevalidator()
  // The purchase may have been paid by now, so reload to show the current state.
  const { isBusy, problem, run } = useAction({ toast: 'success', reload: revalidate })
  const cancel = () => run(() => attempt(cancelPurchase, { params: { purchaseId: id } }))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          to={checkoutPath(market, packageId, discount?.code)}
          reloadDocument
          size="small"
          aria-label={`Continue paying for ${packageTitle}`}
        >
          Continue
        </ButtonLink>
        <Button
          variant="quiet"
          size="small"
          busy={isBusy}
          busyLabel="Cancelling…"
          aria-label={`Cancel payment for ${packageTitle}`}
          onClick={cancel}
        >
          Cancel payment
        </Button>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}
