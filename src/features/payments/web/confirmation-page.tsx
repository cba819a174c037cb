import type { ReactNode } from 'react'
import { useMember } from '#features/accounts/web/public.tsx'
import { checkoutOf } from '#features/catalogue/web/public.tsx'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { PaymentUnconfirmed } from './payment-success-panel.tsx'
import { confirmationOf } from './queries.ts'
import { Receipt } from './receipt-card.tsx'
import { useConfirmation, usePurchaseToConfirm } from './use-confirmation.ts'

export function meta() {
  return [{ title: 'Confirmation' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return null
}
// Rendered in the browser only: the document is the same for everybody and carries no purchase.
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

/** PRODUCT D3: the receipt of a purchase of one's own, also for whoever comes back from PayPal or reloads. */
export default function ConfirmationPage() {
  const purchaseId = usePurchaseToConfirm()
  const isMember = useMember() !== null
  if (!purchaseId) return <NotFound />
  return isMember ? <ConfirmationOf key={purchaseId} purchaseId={purchaseId} /> : <NotFound purchaseId={purchaseId} />
}

function ConfirmationOf({ purchaseId }: { purchaseId: string }) {
  const confirmation = useConfirmation(purchaseId)
  switch (confirmation.state) {
    case 'loading':
      return <PageSpinner />
    case 'confirming':
      return <PaymentUnconfirmed />
    case 'not-found':
      return <NotFound />
    case 'paid':
      return <Receipt purchase={confirmation.purchase} />
    case 'not-made':
      return (
        <Problem message="This payment was not made. Nothing was charged for it.">
          <ButtonLink to={checkoutOf(confirmation.purchase.market, confirmation.purchase.packageId)} reloadDocument>
            Back to the checkout
          </ButtonLink>
        </Problem>
      )
  }
}

function NotFound({ purchaseId }: { purchaseId?: string }) {
  return (
    <Problem message="Purchase information not found. Please try making a purchase again.">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/services/my-future" reloadDocument>
          View Packages
        </ButtonLink>
        {purchaseId ? (
          <ButtonLink
            to={`/login?from=${encodeURIComponent(confirmationOf(purchaseId))}`}
            reloadDocument
            variant="quiet"
          >
            Log in to see your purchase
          </ButtonLink>
        ) : null}
      </div>
    </Problem>
  )
}

function Problem({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-6 py-16">
      <h1 className="text-3xl">Confirmation</h1>
      <Alert tone="error" className="w-full">
        {message}
      </Alert>
      {children}
    </div>
  )
}
