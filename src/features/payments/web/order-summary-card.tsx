import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Quote } from '../contract.ts'

export function OrderSummary({ quote: { package: offer, price }, member }: { quote: Quote; member: User | null }) {
  return (
    <Card className="md:sticky md:top-8">
      <h2 className="text-xl">Order Summary</h2>
      <h3 className="mt-6 font-semibold text-primary-ink">{offer.title}</h3>
      <p className="mt-2 text-muted">{offer.description}</p>
      <p className="mt-2">Duration: {offer.duration}</p>
      <dl className="mt-6 grid gap-2 border-t border-line pt-6">
        <Line name="Package Price:">
          <Money amount={price.net} currency={price.currency} />
        </Line>
        <Line name={`${price.taxLabel}:`}>
          <Money amount={price.tax} currency={price.currency} />
        </Line>
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 text-xl font-semibold">
          <dt>Total:</dt>
          <dd>
            <Money amount={price.total} currency={price.currency} />
          </dd>
        </div>
      </dl>
      <div className="mt-6 border-t border-line pt-6">
        <p className="font-semibold">Customer:</p>
        {member ? (
          <p className="wrap-anywhere">
            {member.firstName} {member.lastName}
            <span className="block text-muted">{member.email}</span>
          </p>
        ) : null}
      </div>
    </Card>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
