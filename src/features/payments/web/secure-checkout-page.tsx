import { ArrowLeft } from 'lucide-react'
import { loadPage } from '#platform/web/leave.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Quote } from '../contract.ts'
import { CardForm } from './card-form.tsx'
import { CheckoutColumns, CheckoutPanel, TestModeRibbon } from './checkout-panel.tsx'
import { PaymentForm } from './payment-form.tsx'
import { GoToPurchase, PaymentSuccess, PaymentUnconfirmed } from './payment-success-panel.tsx'
import { dashboardOf } from './queries.ts'
import { usePayment, usePurchaseAtArrival } from './use-checkout.ts'

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
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <GoToPurchase address={dashboardOf(purchaseId)} />
  return (
    <CheckoutPanel market="uk" title="Secure Checkout" wayOut={<Button onClick={goBack}>Go Back</Button>}>
      {(quote, renewQuote) => <Checkout quote={quote} renewQuote={renewQuote} />}
    </CheckoutPanel>
  )
}

function Checkout({ quote, renewQuote }: { quote: Quote; renewQuote: (quote: Quote | null) => void }) {
  const { payment, pay, complain } = usePayment({ quote, renewQuote })
  if (payment.state === 'paid') return <PaymentSuccess purchase={payment.purchase} />
  if (payment.state === 'unconfirmed') return <PaymentUnconfirmed />
  return (
    <>
      <TestModeRibbon quote={quote} />
      <Button variant="quiet" size="small" onClick={goBack}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Button>
      <PageHeading
        title="Secure Checkout"
        lead={`Complete your purchase for ${quote.package.title}`}
        className="mt-6"
      />
      <CheckoutColumns quote={quote}>
        <PaymentForm quote={quote} payment={payment} onPay={pay} onProblem={complain} Entry={CardForm} />
      </CheckoutColumns>
    </>
  )
}

/** One step back; home for whoever came by a link and has no step to go back to. */
function goBack() {
  if (window.history.length > 1) window.history.back()
  else loadPage('/')
}
