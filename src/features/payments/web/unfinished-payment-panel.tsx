import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { checkoutOf } from '#features/catalogue/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { cancelPurchase } from '../contract.ts'

/** Payments that were begun and not finished, above what is owned. */
export function UnfinishedPayments({ purchases }: { purchases: Purchase[] }) {
  if (purchases.length === 0) return null
  return (
    <ul className="grid gap-4">
      {purchases.map((purchase) => (
        <li key={purchase.id}>
          <Card role="group" aria-labelledby={`unfinished-${purchase.id}`} className="grid gap-4">
            <div>
              <h2 id={`unfinished-${purchase.id}`} className="text-lg">
                {purchase.isProcessing ? 'Payment under way' : 'Payment not finished'}: {purchase.packageTitle}
              </h2>
              <p className="mt-1 text-muted">
                You began to pay <Money amount={purchase.total} currency={purchase.currency} /> on{' '}
                {formatDate(purchase.purchaseDate)}.
                {purchase.isProcessing ? '' : ' Nothing is charged until you finish.'}
              </p>
            </div>
            <UnfinishedActions purchase={purchase} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** A payment that was begun is finished where it was begun, or given up; while the bank is at work it can be neither. */
export function UnfinishedActions({ purchase }: { purchase: Purchase }) {
  if (!purchase.isProcessing) return <OpenActions purchase={purchase} />
  return <p className="max-w-prose">Your bank is working on it. There is nothing you have to do: we email you.</p>
}

function OpenActions({ purchase: { id, market, packageId, packageTitle } }: { purchase: Purchase }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(cancelPurchase, { params: { purchaseId: id } })
    if (ending.state === 'done') notify.success(ending.message)
    else setProblem(ending.message)
    // It may be paid by now: the page shows how it stands.
    await revalidate()
    setBusy(false)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          to={checkoutOf(market, packageId)}
          reloadDocument
          size="small"
          aria-label={`Continue to pay for ${packageTitle}`}
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
