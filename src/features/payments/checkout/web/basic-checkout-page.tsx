import { ArrowLeft } from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { services } from '#features/catalogue/web/public.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import type { Quote } from '../contract.ts'
import { CheckoutColumns, CheckoutPanel, TestModeRibbon } from './checkout-panel.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PaymentMethodForm } from './payment-method-form.tsx'
import { RedirectToPurchase } from './payment-success-panel.tsx'
import { confirmationPath } from './queries.ts'
import { usePayment, usePurchaseAtArrival } from './use-checkout.ts'
import { useDraft } from './use-draft.ts'

export const meta = privateMeta('Checkout')

export function clientLoader() {
  return null
}
// Rendered in the browser only: the HTML is the same for every visitor, logged in or not.
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

export default function BasicCheckoutPage() {
  const purchaseId = usePurchaseAtArrival()
  if (purchaseId) return <RedirectToPurchase address={confirmationPath(purchaseId)} />
  return (
    <CheckoutPanel market="international" title="Checkout" exitAction={<ViewPackages />}>
      {(quote, renewQuote) => <Checkout quote={quote} renewQuote={renewQuote} />}
    </CheckoutPanel>
  )
}

function Checkout({ quote, renewQuote }: { quote: Quote; renewQuote: (quote: Quote | null) => void }) {
  const draft = useDraft(quote, useMember()?.id)
  const { payment, pay, setProblem } = usePayment({ quote, renewQuote, toReceiptPath: confirmationPath })
  const { title, serviceType } = quote.package
  return (
    <>
      <TestModeRibbon quote={quote} />
      <ButtonLink to={services[serviceType].page} reloadDocument variant="quiet" size="small">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All {services[serviceType].name} packages
      </ButtonLink>
      <PageHeading title="Checkout" lead={`Complete your purchase for ${title}`} className="mt-6" />
      {draft?.paysWith === 'paypal' && payment.state === 'editing' ? (
        <Alert tone="info" title="You haven’t paid with PayPal" className="mt-6">
          You haven’t been charged, and what you entered is still here.
        </Alert>
      ) : null}
      <CheckoutColumns quote={quote}>
        <PaymentForm
          quote={quote}
          payment={payment}
          draft={draft}
          onPay={pay}
          onProblem={setProblem}
          Entry={PaymentMethodForm}
        />
      </CheckoutColumns>
    </>
  )
}

function ViewPackages() {
  return (
    <ButtonLink to="/services/my-future" reloadDocument>
      View Packages
    </ButtonLink>
  )
}
