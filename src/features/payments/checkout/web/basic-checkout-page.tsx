import { ArrowLeft } from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { services } from '#features/catalogue/web/public.tsx'
import { useHydrated } from '#platform/web/hydration.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Quote } from '../contract.ts'
import { type Checkout, CheckoutColumns, CheckoutHeader, CheckoutOutline, CheckoutPanel } from './checkout-panel.tsx'
import { outlineLoader } from './load-outline.ts'
import { PaymentMethodForm } from './payment-method-form.tsx'
import { RedirectToPurchase } from './payment-success-panel.tsx'
import { confirmationPath } from './queries.ts'
import { usePayment, usePurchaseAtArrival } from './use-checkout.ts'
import { useDraft } from './use-draft.ts'

export const meta = privateMeta('Checkout')

export const loader = outlineLoader('international')

/** The page moves its package from the address into the navigation state. */
export function shouldRevalidate() {
  return false
}

/** The HTML is the same for every visitor, logged in or not. The rest is rendered in the browser only. */
export default function BasicCheckoutPage() {
  return useHydrated() ? <BasicCheckout /> : <CheckoutOutline title="Checkout" back={backTo} />
}

function BasicCheckout() {
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <RedirectToPurchase address={confirmationPath(purchaseId)} />
  return (
    <CheckoutPanel market="international" title="Checkout" exitAction={<ViewPackages />} back={backTo}>
      {(checkout) => <CheckoutForm {...checkout} />}
    </CheckoutPanel>
  )
}

function CheckoutForm({ quote, renewQuote, codeEntry }: Checkout) {
  const draft = useDraft(quote, useMember()?.id)
  const { payment, pay, setProblem } = usePayment({ quote, renewQuote, toReceiptPath: confirmationPath })
  return (
    <>
      <CheckoutHeader title="Checkout" offer={quote.package} isTest={quote.provider.mode === 'sandbox'} back={backTo} />
      {draft?.paysWith === 'paypal' && payment.state === 'editing' ? (
        <Alert tone="info" title="You haven’t paid with PayPal" className="mt-6">
          You haven’t been charged, and what you entered is still here.
        </Alert>
      ) : null}
      <CheckoutColumns
        quote={quote}
        codeEntry={codeEntry}
        payment={payment}
        draft={draft}
        onPay={pay}
        onProblem={setProblem}
        Entry={PaymentMethodForm}
      />
    </>
  )
}

function backTo({ serviceType }: Quote['package']) {
  return (
    <ButtonLink to={services[serviceType].page} reloadDocument variant="quiet" size="small">
      <ArrowLeft aria-hidden="true" className="size-4" />
      All {services[serviceType].name} packages
    </ButtonLink>
  )
}

function ViewPackages() {
  return (
    <ButtonLink to="/services/my-future" reloadDocument>
      View Packages
    </ButtonLink>
  )
}
