import { checkoutPath } from '#features/catalogue/web/public.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Quote } from '../contract.ts'
import { useQuote } from './use-checkout.ts'

/** PRODUCT D1: the price never changes silently. Replaces the payment form for a buyer in the United Kingdom. */
export function PayInPoundsPanel({ quote: { package: offer, price, discount } }: { quote: Quote }) {
  const code = discount?.code ?? null
  const { answer } = useQuote({ market: 'uk', packageId: offer.id, code, isMember: false })
  const dollars = formatMoney(price.total, price.currency)
  const pounds =
    answer.state === 'found' ? formatMoney(answer.quote.price.total, answer.quote.price.currency) : undefined
  return (
    <div className="grid gap-4">
      <Alert tone="info" title="You pay in pounds">
        <p>
          In the United Kingdom you pay in pounds{pounds ? `: ${pounds} instead of ${dollars}` : ''}. The price includes
          VAT, which your invoice shows.
        </p>
      </Alert>
      <ButtonLink to={checkoutPath('uk', offer.id)} reloadDocument wide>
        {pounds ? `Continue in pounds: ${pounds}` : 'Continue in pounds'}
      </ButtonLink>
    </div>
  )
}
