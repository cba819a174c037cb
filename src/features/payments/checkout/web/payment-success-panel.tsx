import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Purchase } from '#features/purchases/contract.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { replacePage } from '#platform/web/navigation.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageSpinner, Spinner } from '#platform/web/ui/spinner.tsx'
import { dashboardPath } from './queries.ts'
import { CreditNotice } from './upgrade-offer-panel.tsx'

/** SPEC §4: how long the success message is shown before the dashboard opens. */
const REDIRECT_MS = 3_000

export function PaymentSuccessPanel({ purchase }: { purchase: Purchase }) {
  useEffect(() => {
    const timer = setTimeout(() => replacePage(dashboardPath(purchase.id)), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [purchase.id])
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-center">
      <CircleCheck aria-hidden="true" className="size-16 text-success" strokeWidth={1.5} />
      <FocusedHeading>Payment Successful!</FocusedHeading>
      <p className="text-lg">Thank you for purchasing {purchase.packageTitle}</p>
      <StartSentence purchase={purchase} />
      <CreditNotice purchase={purchase} />
      <p className="mt-4 flex items-center gap-3 text-muted">
        <Spinner /> Redirecting to your dashboard...
      </p>
    </div>
  )
}

/** The focused form is removed, so focus the heading and change the tab title to announce the result. */
export function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = children
    heading.current?.focus()
  }, [children])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-3xl focus:shadow-none focus:outline-none sm:text-4xl">
      {children}
    </h1>
  )
}

/** After a reload, the receipt page shows the success message again. */
export function RedirectToPurchase({ address }: { address: string }) {
  useEffect(() => replacePage(address), [address])
  return <PageSpinner />
}

function StartSentence({ purchase: { startsAt, startsLater } }: { purchase: Purchase }) {
  if (!startsAt || !startsLater) return null
  return <p>Your package starts on {formatCompanyDate(startsAt)}.</p>
}

/** Shown while the payment is being confirmed. The member does not have to wait here. */
export function PaymentUnconfirmed() {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-center">
      <Clock aria-hidden="true" className="size-16 text-info" strokeWidth={1.5} />
      <FocusedHeading>Almost there</FocusedHeading>
      <p className="text-lg">We’re confirming your payment. You can leave this page.</p>
      <p className="max-w-md text-muted">
        We’ll email you as soon as it’s confirmed. Don’t pay again: your purchase is on your dashboard.
      </p>
      <ButtonLink to="/portal/dashboard" reloadDocument className="mt-4">
        Go to your dashboard
      </ButtonLink>
    </div>
  )
}
