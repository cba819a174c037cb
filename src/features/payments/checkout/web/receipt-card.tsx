import { CircleCheck, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Purchase } from '#features/purchases/contract.ts'
import { getDocumentPdf, getDocumentText } from '#features/purchases/documents/contract.ts'
import { toInvoiceNumber } from '#features/purchases/documents/rules/invoice-number.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { FocusedHeading } from './payment-success-panel.tsx'
import { CreditNotice } from './upgrade-offer-panel.tsx'

type ReceiptCardProps = {
  purchase: Purchase
  /** What is shown with the amounts. */
  children: (receipt: ReactNode) => ReactNode
}

/** Shows the stored purchase. */
export function ReceiptCard({ purchase, children }: ReceiptCardProps) {
  const { packageTitle, reference, startsAt, startsLater, status } = purchase
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-8 py-6">
      <div className="grid justify-items-center gap-4 text-center">
        <CircleCheck aria-hidden="true" className="size-16 text-success" strokeWidth={1.5} />
        <FocusedHeading>{status === 'completed' ? 'Payment Successful!' : 'Your purchase'}</FocusedHeading>
        <p className="text-lg">Thank you for purchasing {packageTitle}</p>
        {startsLater && startsAt ? <p>Your package starts on {formatCompanyDate(startsAt)}.</p> : null}
        <CreditNotice purchase={purchase} />
      </div>
      {children(
        <>
          <ReceiptAmounts purchase={purchase} />
          {reference ? <InvoiceDownload number={toInvoiceNumber(reference)} /> : null}
        </>,
      )}
    </div>
  )
}

function ReceiptAmounts({ purchase }: { purchase: Purchase }) {
  const { currency, net, discount, taxLabel, tax, total, refunded, startsAt, startsLater, endsAt, reference } = purchase
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Card>
      <h2 className="text-xl">{purchase.packageTitle}</h2>
      <dl className="mt-6 grid gap-2">
        <Line name="Package Price">{money(net + (discount?.amount ?? 0))}</Line>
        {discount ? <Line name={`Discount (${discount.code})`}>−{money(discount.amount)}</Line> : null}
        <Line name={taxLabel}>{money(tax)}</Line>
        <Line name="Total paid" isTotal>
          {money(total)}
        </Line>
        {refunded > 0 ? <Line name="Refunded">{money(refunded)}</Line> : null}
      </dl>
      <dl className="mt-6 grid gap-2 border-t border-line pt-6">
        <Line name="Paid on">{formatDate(purchase.purchaseDate)}</Line>
        {startsAt ? (
          <Line name="Starts">{startsLater ? formatCompanyDate(startsAt) : formatDate(startsAt)}</Line>
        ) : null}
        {endsAt ? (
          <Line name={purchase.subscriptionId ? 'Paid until' : 'Ends'}>{formatCompanyDate(endsAt)}</Line>
        ) : null}
        {reference ? <Line name="Invoice">{toInvoiceNumber(reference)}</Line> : null}
      </dl>
    </Card>
  )
}

function Line({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isTotal ? 'mt-2 border-t border-line pt-4 text-xl font-semibold' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-muted'}>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function InvoiceDownload({ number }: { number: string }) {
  const { busy, problem, run } = useAction<'pdf' | 'text'>()
  const params = { reference: number }
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <Button
          variant="quiet"
          wide
          busy={busy === 'pdf'}
          onClick={() => run(() => attempt(getDocumentPdf, { params }), saveFile, 'pdf')}
        >
          <Download aria-hidden="true" className="size-5" />
          Download invoice
        </Button>
        <Button
          variant="quiet"
          wide
          busy={busy === 'text'}
          onClick={() => run(() => attempt(getDocumentText, { params }), saveFile, 'text')}
        >
          <Download aria-hidden="true" className="size-5" />
          Download as text
        </Button>
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}
