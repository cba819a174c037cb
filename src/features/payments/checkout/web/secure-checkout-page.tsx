import { ArrowLeft } from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { loadPage } from '#platform/web/navigation.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { CardForm } from '../../stripe/web/card-form.tsx'
import type { Quote } from '../contract.ts'
import { CheckoutColumns, CheckoutPanel, TestModeRibbon } from './checkout-panel.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PaymentSuccessPanel, PaymentUnconfirmed, RedirectToPurchase } from './payment-success-panel.tsx'
import { dashboardPath } from './queries.ts'
import { usePayment, usePurchaseAtArrival } from './use-checkout.ts'
import { useDraft } from './use-draft.ts'

export const meta = privateMeta('Secure Checkout')

export function clientLoader() {
  return null
}
// Rendered in the browser only: the HTML is the same for every visitor, logged in or not.
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

export default function SecureCheckoutPage() {
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <RedirectToPurchase address={dashboardPath(purchaseId)} />
  return (
    <CheckoutPanel market="uk" title="Secure Checkout" exitAction={<Button onClick={goBack}>Go Back</Button>}>
      {(quote, renewQuote) => <Checkout quote={quote} renewQuote={renewQuote} />}
    </CheckoutPanel>
  )
}

function Checkout({ quote, renewQuote }: { quote: Quote; renewQuote: (quote: Quote | null) => void }) {
  const draft = useDraft(quote, useMember()?.id)
  const { payment, pay, setProblem } = usePayment({ quote, renewQuote })
  if (payment.state === 'paid') return <PaymentSuccessPanel purchase={payment.purchase} />
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
        <PaymentForm
          quote={quote}
          payment={payment}
          draft={draft}
          onPay={pay}
          onProblem={setProblem}
          Entry={CardForm}
        />
      </CheckoutColumns>
    </>
  )
}

/** Goes back one step, or to the home page if the visitor followed a link and has no history. */
function goBack() {
  if (window.history.length > 1) window.history.back()
  else loadPage('/')
}
