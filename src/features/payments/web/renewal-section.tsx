import { formatMoney } from '#platform/shared/format-money.ts'
import { formatDate } from '#platform/web/dates.ts'
import type { Quote } from '../contract.ts'

/** What a subscription costs, when it is charged again, and how it ends: read before the first payment (PRODUCT D19). */
export function RenewalTerms({ total, tax, nextChargeAt }: { total: string; tax: string; nextChargeAt: string }) {
  return (
    <>
      <li>
        You pay <strong className="font-semibold">{total} every month</strong>, including {tax}. If you pay today, the
        next {total} is charged on <span className="whitespace-nowrap">{formatDate(nextChargeAt)}</span>, and then once
        a month until you cancel. We remind you by email 3 days before each charge.
      </li>
      <li>
        You can cancel the renewal at any time under My Packages. Nothing more is charged then, and the month you have
        paid for runs to its end.
      </li>
    </>
  )
}

/** What the member allows by the press of the button: the card is kept, and charged without being asked for again. */
export function CardMandate({ quote: { price, renewal } }: { quote: Quote }) {
  if (!renewal) return null
  const total = formatMoney(price.total, price.currency)
  return (
    <p className="text-sm">
      You allow {renewal.chargedBy} to charge this card {total} each month until you cancel.
    </p>
  )
}
