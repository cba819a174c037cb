import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Purchase } from '#features/purchases/contract.ts'
import { formatDate } from '#platform/web/dates.ts'
import { replacePage } from '#platform/web/leave.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageSpinner, Spinner } from '#platform/web/ui/spinner.tsx'
import { dashboardOf } from './queries.ts'
import { CreditNews } from './upgrade-offer-panel.tsx'

/** SPEC §4: how long the good news stands before the dashboard follows. */
const REDIRECT_MS = 3_000

export function PaymentSuccess({ purchase }: { purchase: Purchase }) {
  useEffect(() => {
    const timer = setTimeout(() => replacePage(dashboardOf(purchase.id)), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [purchase.id])
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-center">
      <CircleCheck aria-hidden="true" className="size-16 text-success" strokeWidth={1.5} />
      <NewsHeading>Payment Successful!</NewsHeading>
      <p className="text-lg">Thank you for purchasing {purchase.packageTitle}</p>
      <StartSentence purchase={purchase} />
      <CreditNews purchase={purchase} />
      <p className="mt-4 flex items-center gap-3 text-muted">
        <Spinner /> Redirecting to your dashboard...
      </p>
    </div>
  )
}

/** The form is gone, and the focus with it: whoever listens or has other tabs open is told as well. */
export function NewsHeading({ children }: { children: string }) {
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

/** The good news was cut short by a reload: another page says it again. */
export function GoToPurchase({ address }: { address: string }) {
  useEffect(() => replacePage(address), [address])
  return <PageSpinner />
}

function StartSentence({ purchase: { startsAt, startsLater } }: { purchase: Purchase }) {
  if (!startsAt || !startsLater) return null
  return <p>Your package starts on {formatDate(startsAt)}.</p>
}

/** PAYMENTS §9.6: the money is on its way, and nobody has to wait here for the news. */
export function PaymentUnconfirmed() {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-center">
      <Clock aria-hidden="true" className="size-16 text-info" strokeWidth={1.5} />
      <NewsHeading>Almost there</NewsHeading>
      <p className="text-lg">We are confirming your payment – you can leave this page</p>
      <p className="max-w-md text-muted">
        You will get an email as soon as it is confirmed. Please do not pay again: your purchase is on your dashboard.
      </p>
      <ButtonLink to="/portal/dashboard" reloadDocument className="mt-4">
        Go to your dashboard
      </ButtonLink>
    </div>
  )
}
