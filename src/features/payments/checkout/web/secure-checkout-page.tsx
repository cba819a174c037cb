import { ArrowLeft } from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { useHydrated } from '#platform/web/hydration.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CardForm } from '../../stripe/web/card-form.tsx'
import { type Checkout, CheckoutColumns, CheckoutHeader, CheckoutOutline, CheckoutPanel } from './checkout-panel.tsx'
import { outlineLoader } from './load-outline.ts'
import { PaymentSuccessPanel, PaymentUnconfirmed, RedirectToPurchase } from './payment-success-panel.tsx'
import { dashboardPath } from './queries.ts'
import { usePayment, usePurchaseAtArrival } from './use-checkout.ts'
import { useDraft } from './use-draft.ts'

export const meta = privateMeta('Secure Checkout')

export const loader = outlineLoader('uk')

/** The page moves its package from the address into the navigation state. */
export function shouldRevalidate() {
  return false
}

/** The HTML is the same for every visitor, logged in or not. The rest is rendered in the browser only. */
export default function SecureCheckoutPage() {
  return useHydrated() ? <SecureCheckout /> : <CheckoutOutline title="Secure Checkout" back={backTo} />
}

function SecureCheckout() {
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <RedirectToPurchase address={dashboardPath(purchaseId)} />
  return (
    <CheckoutPanel
      market="uk"
      title="Secure Checkout"
      exitAction={<Button onClick={goBack}>Go Back</Button>}
      back={backTo}
    >
      {(checkout) => <CheckoutForm {...checkout} />}
    </CheckoutPanel>
  )
}

function CheckoutForm({ quote, renewQuote, codeEntry }: Checkout) {
  const draft = useDraft(quote, useMember()?.id)
  const { payment, pay, setProblem } = usePayment({ quote, renewQuote })
  if (payment.state === 'paid') return <PaymentSuccessPanel purchase={payment.purchase} />
  if (payment.state === 'unconfirmed') return <PaymentUnconfirmed />
  return (
    <>
      <CheckoutHeader
        title="Secure Checkout"
        offer={quote.package}
        isTest={quote.provider.mode === 'sandbox'}
        back={backTo}
      />
      <CheckoutColumns
        quote={quote}
        codeEntry={codeEntry}
        payment={payment}
        draft={draft}
        onPay={pay}
        onProblem={setProblem}
        Entry={CardForm}
      />
    </>
  )
}

function backTo() {
  return (
    <Button variant="quiet" size="small" onClick={goBack}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back
    </Button>
  )
}

/** Goes back one step, or to the home page if the visitor followed a link and has no history. */
function goBack() {
  if (window.history.length > 1) window.history.back()
  else loadPage('/')
}
