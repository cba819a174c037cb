import { ArrowLeft } from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { isBuyable } from '#features/catalogue/web/public.tsx'
import { loadPage } from '#platform/web/leave.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Quote } from '../contract.ts'
import { NotOpenYet } from './not-open-panel.tsx'
import { OrderSummary } from './order-summary-card.tsx'
import { LoginToPay, PaymentForm } from './payment-form.tsx'
import { GoToPurchase, PaymentSuccess, PaymentUnconfirmed } from './payment-success-panel.tsx'
import { packageNotFound } from './queries.ts'
import { usePackageId, usePayment, usePurchaseAtArrival, useQuote } from './use-checkout.ts'

export function meta() {
  return [{ title: 'Secure Checkout' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return null
}
// Rendered in the browser only: the document is the same for everybody and carries no login.
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

export default function SecureCheckoutPage() {
  const packageId = usePackageId()
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <GoToPurchase purchaseId={purchaseId} />
  if (!packageId) return <PackageNotFound message={packageNotFound} />
  return <CheckoutOf key={packageId} packageId={packageId} />
}

function CheckoutOf({ packageId }: { packageId: string }) {
  const isMember = useMember() !== null
  const { answer, load, renew } = useQuote('uk', packageId, isMember)
  if (answer.state === 'loading') return <PageSpinner />
  if (answer.state === 'not-found') return <PackageNotFound message={answer.message} />
  if (answer.state === 'failed') return <LoadProblem message={answer.message} onRetry={load} />
  return <Checkout quote={answer.quote} renewQuote={renew} />
}

function Checkout({ quote, renewQuote }: { quote: Quote; renewQuote: (quote: Quote | null) => void }) {
  const member = useMember()
  const { payment, pay, complain } = usePayment(quote, renewQuote)
  if (payment.state === 'paid') return <PaymentSuccess purchase={payment.purchase} />
  if (payment.state === 'unconfirmed') return <PaymentUnconfirmed />

  const { title, id } = quote.package
  const isPayable = isBuyable(quote.package)
  const loginAddress = `/login?from=${encodeURIComponent(`/checkout/stripe?package=${encodeURIComponent(id)}`)}`
  return (
    <>
      {isPayable && quote.provider.mode === 'sandbox' ? <TestModeRibbon /> : null}
      <Button variant="quiet" size="small" onClick={goBack}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Button>
      <PageHeading title="Secure Checkout" lead={`Complete your purchase for ${title}`} className="mt-6" />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8">
        <OrderSummary quote={quote} member={member} />
        {isPayable ? null : <NotOpenYet serviceType={quote.package.serviceType} />}
        {isPayable && member ? (
          <PaymentForm quote={quote} member={member} payment={payment} onPay={pay} onProblem={complain} />
        ) : null}
        {isPayable && !member ? <LoginToPay quote={quote} loginAddress={loginAddress} /> : null}
      </div>
    </>
  )
}

function TestModeRibbon() {
  return (
    <p className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-primary-soft px-4 py-3">
      <Badge tone="primary">Test mode</Badge>
      <span>
        Nothing is charged. Pay with the card <strong className="font-semibold">4242 4242 4242 4242</strong>, any future
        date and any CVC.
      </span>
    </p>
  )
}

function PackageNotFound({ message }: { message: string }) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-6 py-16">
      <h1 className="text-3xl">Secure Checkout</h1>
      <Alert tone="error" className="w-full">
        {message}
      </Alert>
      <Button onClick={goBack}>Go Back</Button>
    </div>
  )
}

function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-6 py-16">
      <h1 className="text-3xl">Secure Checkout</h1>
      <Alert tone="error" className="w-full">
        {message}
      </Alert>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** One step back; home for whoever came by a link and has no step to go back to. */
function goBack() {
  if (window.history.length > 1) window.history.back()
  else loadPage('/')
}
