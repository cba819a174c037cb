import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Quote } from '../contract.ts'

/** In place of the payment, for whoever has the subscription: there is no second one (PRODUCT D11). */
export function AlreadySubscribed({ quote }: { quote: Quote }) {
  return (
    <Card className="grid justify-items-start gap-6">
      <Alert tone="info" title="You already have this subscription" className="w-full">
        There is nothing to pay here. When {quote.package.title} is charged next, its card, and how to cancel the
        renewal or take that back, stand under My Packages.
      </Alert>
      <ButtonLink to="/portal/packages" reloadDocument>
        Go to My Packages
      </ButtonLink>
    </Card>
  )
}
