import type { ServiceType } from '#features/catalogue/contract.ts'
import { services } from '#features/catalogue/web/public.tsx'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'

/** In place of the payment: nobody types a card for what cannot be bought yet. */
export function NotOpenYet({ serviceType }: { serviceType: ServiceType }) {
  const { name, page } = services[serviceType]
  return (
    <Card className="grid gap-6">
      <Alert tone="info" title="This package cannot be bought yet">
        Monthly subscriptions open soon. Please choose another package for now.
      </Alert>
      <ButtonLink to={page} reloadDocument wide>
        See the other packages of {name}
      </ButtonLink>
    </Card>
  )
}
