import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { useMember } from '#features/accounts/web/public.tsx'
import { checkoutPath } from '#features/catalogue/web/public.tsx'
import type { Purchase } from '#features/purchases/contract.ts'
import { replacePage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { forgetDiscountCode } from './discount-code-section.tsx'
import { PaymentUnconfirmed } from './payment-success-panel.tsx'
import { confirmationPath } from './queries.ts'
import { ReceiptCard } from './receipt-card.tsx'
import {
  type BoughtPackage,
  findBoughtPackage,
  paymentStates,
  requestConfirmation,
  sleep,
} from './request-confirmation.ts'
import { deleteDraft } from './use-draft.ts'

/** Lays out the receipt with what other features show about the package, which is null if it could not be loaded. */
type Children = { children: (owned: BoughtPackage | null, receipt: ReactNode) => ReactNode }

/** PRODUCT D3: a receipt for the member's own purchase, even after a reload or a return from PayPal. */
export function ConfirmationSection({ children }: Children) {
  const purchaseId = usePurchaseToConfirm()
  const isMember = useMember() !== null
  if (!purchaseId) return <NotFound />
  if (!isMember) return <NotFound purchaseId={purchaseId} />
  return (
    <Confirmed key={purchaseId} purchaseId={purchaseId}>
      {children}
    </Confirmed>
  )
}

function Confirmed({ purchaseId, children }: Children & { purchaseId: string }) {
  const confirmation = useConfirmation(purchaseId)
  switch (confirmation.state) {
    case 'loading':
      return <PageSpinner />
    case 'confirming':
      return <PaymentUnconfirmed />
    case 'not-found':
      return <NotFound />
    case 'paid':
      return (
        <ReceiptCard purchase={confirmation.purchase}>{(receipt) => children(confirmation.owned, receipt)}</ReceiptCard>
      )
    case 'not-made':
      return (
        <Problem message="This payment didn’t go through. You haven’t been charged.">
          <ButtonLink to={backPath(confirmation.purchase)} reloadDocument>
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
            to={`/login?from=${encodeURIComponent(confirmationPath(purchaseId))}`}
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

const ArrivalState = z.object({ purchaseId: z.string() })

/**
 * Reads the purchase to show. PayPal adds private parameters to the address. We do not trust them, so we remove them
 * all and keep the purchase id in the navigation state.
 */
function usePurchaseToConfirm(): string | null {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const queriedId = new URLSearchParams(search).get('purchase')
  const purchaseId = queriedId ?? ArrivalState.safeParse(state).data?.purchaseId ?? null
  useEffect(() => {
    if (search) void navigate({ search: '' }, { replace: true, state: { purchaseId }, preventScrollReset: true })
  }, [search, purchaseId, navigate])
  return purchaseId
}

type Confirmation =
  | { state: 'loading' | 'confirming' | 'not-found' }
  /** `owned` is null if the package could not be loaded. */
  | { state: 'paid'; purchase: Purchase; owned: BoughtPackage | null }
  | { state: 'not-made'; purchase: Purchase }

const MAX_PAUSE_SECONDS = 10

/** Polls the server until the payment has succeeded or failed. Sends a member who has not paid back to the checkout. */
function useConfirmation(purchaseId: string): Confirmation {
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'loading' })
  useEffect(() => {
    let isActive = true
    const poll = async () => {
      for (let seconds = 1; isActive; seconds = Math.min(seconds + 1, MAX_PAUSE_SECONDS)) {
        const next = await loadConfirmation(purchaseId)
        if (!isActive) return
        setConfirmation(next)
        if (next.state !== 'confirming') return
        await sleep(seconds)
      }
    }
    void poll()
    return () => {
      isActive = false
    }
  }, [purchaseId])
  return confirmation
}

async function loadConfirmation(purchaseId: string): Promise<Confirmation> {
  const purchase = await requestConfirmation(purchaseId)
  if (!purchase) return { state: 'confirming' }
  if (purchase === 'not-found') return { state: 'not-found' }
  const paymentState = paymentStates[purchase.status]
  if (paymentState === 'open' && purchase.isOpen) {
    replacePage(backPath(purchase))
    return { state: 'loading' }
  }
  if (paymentState === 'open') return { state: 'confirming' }
  deleteDraft()
  if (paymentState !== 'paid') return { state: 'not-made', purchase }
  forgetDiscountCode(purchase.packageId)
  return { state: 'paid', purchase, owned: await findBoughtPackage(purchase) }
}

/** The checkout as the purchase was started, with its discount code. */
function backPath({ market, packageId, discount }: Purchase): string {
  return checkoutPath(market, packageId, discount?.code)
}
