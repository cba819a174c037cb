import type { MouseEvent } from 'react'
import { checkoutOf } from '#features/catalogue/web/public.tsx'
import { replacePage } from '#platform/web/leave.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Quote } from '../contract.ts'
import { paymentMethodsOf } from '../rules.ts'
import { TermsInShort } from './before-paying-panel.tsx'
import { BillingInformation, PaymentInformation, ProviderLine } from './billing-section.tsx'

/** The payment's panel for a visitor: everything to read, and logging in as the next step (PRODUCT D4). */
export function LoginToPay({ quote }: { quote: Quote }) {
  const { package: offer, price } = quote
  const hasChoice = paymentMethodsOf(price.market, offer.billing).length > 1
  return (
    <Card className="grid gap-8">
      <BillingInformation member={null} />
      <PaymentInformation>
        <p className="rounded-md border border-dashed border-field px-4 py-3 text-muted">
          You enter your card {hasChoice ? 'or choose PayPal ' : ''}here once you are logged in.
        </p>
      </PaymentInformation>
      <TermsInShort quote={quote} buyerKind="consumer" />
      <div className="grid gap-4">
        <ButtonLink
          to={`/login?from=${encodeURIComponent(checkoutOf(price.market, offer.id))}`}
          reloadDocument
          wide
          onClick={withoutStep}
        >
          Log in to pay
        </ButtonLink>
        <ProviderLine />
      </div>
    </Card>
  )
}

/** Back from the login this page is opened anew: one step back then leads to where the package was chosen. */
function withoutStep(event: MouseEvent<HTMLAnchorElement>) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlain) return
  event.preventDefault()
  replacePage(event.currentTarget.href)
}
