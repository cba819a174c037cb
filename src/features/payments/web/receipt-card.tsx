import { CircleCheck, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getDocumentPdf } from '#features/purchases/contract/document.ts'
import type { Purchase } from '#features/purchases/contract.ts'
import { invoiceNumberOf } from '#features/purchases/rules.ts'
import { call } from '#platform/web/call.ts'
import { formatDate } from '#platform/web/dates.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { NewsHeading } from './payment-success-panel.tsx'
import { CreditNews } from './upgrade-offer-panel.tsx'

/** What was bought, as it is stored, and what comes next. */
export function Receipt({ purchase }: { purchase: Purchase }) {
  const { packageTitle, reference, startsAt, startsLater, status } = purchase
  return (
    <div className="mx-auto grid max-w-2xl gap-8 py-6">
      <div className="grid justify-items-center gap-4 text-center">
        <CircleCheck aria-hidden="true" className="size-16 text-success" strokeWidth={1.5} />
        <NewsHeading>{status === 'completed' ? 'Payment Successful!' : 'Your purchase'}</NewsHeading>
        <p className="text-lg">Thank you for purchasing {packageTitle}</p>
        {startsLater && startsAt ? <p>Your package starts on {formatDate(startsAt)}.</p> : null}
        <CreditNews purchase={purchase} />
      </div>
      <Figures purchase={purchase} />
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink to="/portal/packages" reloadDocument wide>
          Go to My Packages
        </ButtonLink>
        {reference ? <InvoiceDownload number={invoiceNumberOf(reference)} /> : null}
      </div>
    </div>
  )
}

function Figures({ purchase }: { purchase: Purchase }) {
  const { currency, net, taxLabel, tax, total, refunded, startsAt, endsAt, reference } = purchase
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Card>
      <h2 className="text-xl">{purchase.packageTitle}</h2>
      <dl className="mt-6 grid gap-2">
        <Line name="Package Price">{money(net)}</Line>
        <Line name={taxLabel}>{money(tax)}</Line>
        <Line name="Total paid" isTotal>
          {money(total)}
        </Line>
        {refunded > 0 ? <Line name="Refunded">{money(refunded)}</Line> : null}
      </dl>
      <dl className="mt-6 grid gap-2 border-t border-line pt-6">
        <Line name="Paid on">{formatDate(purchase.purchaseDate)}</Line>
        {startsAt ? <Line name="Starts">{formatDate(startsAt)}</Line> : null}
        {endsAt ? <Line name={purchase.subscriptionId ? 'Paid until' : 'Ends'}>{formatDate(endsAt)}</Line> : null}
        {reference ? <Line name="Invoice">{invoiceNumberOf(reference)}</Line> : null}
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
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const download = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await call(getDocumentPdf, { params: { reference: number } })
      if (answer.refused) setProblem(answer.message)
      else saveFile(answer.value)
    } catch (error) {
      setProblem(error instanceof CallFailed ? error.message : UNKNOWN_ERROR)
    }
    setBusy(false)
  }

  return (
    <div className="grid content-start gap-3">
      <Button variant="quiet" wide busy={isBusy} onClick={download}>
        <Download aria-hidden="true" className="size-5" />
        Download invoice
      </Button>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}
