import { minorUnits } from '#platform/shared/money.ts'
import { Money } from '#platform/web/ui/money.tsx'
import { type EditablePackage, LEAST_NET, MOST_NET } from '../contract/editing.ts'
import { draftOf, type TypedPackage } from '../rules/package-draft.ts'
import { durationInWords, priceIn } from '../rules.ts'
import { PackageCard } from './package-card.tsx'

/** The card as the public page will show it, and what buyers will pay in each market. */
export function PackagePreview({ sold, typed }: { sold: EditablePackage; typed: TypedPackage }) {
  const { title, description, features, netPrice, spanWeeks: weeks, spanMonths: months } = draftOf(typed)
  if (!(netPrice >= LEAST_NET && netPrice <= MOST_NET)) return <p className="text-muted">Please enter a price first.</p>
  const { uk, international } = sold.prices
  const prices = {
    uk: repriced(uk, netPrice),
    international: repriced(international, netPrice),
  }
  const duration = durationInWords({ weeks: weeks || 0, months: months || 0 }, sold.billing)
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {/* To look at: its buttons lead away from what is being typed. */}
      <div inert className="grid">
        <PackageCard package={{ ...sold, title, description, features, duration, prices }} page="" />
      </div>
      <dl className="grid content-start gap-4">
        {[prices.uk, prices.international].map(({ market, currency, net, tax, taxLabel, total }) => (
          <div key={market}>
            <dt className="font-semibold">{market === 'uk' ? 'In the United Kingdom' : 'Everywhere else'}</dt>
            <dd>
              <Money amount={net} currency={currency} /> + <Money amount={tax} currency={currency} /> {taxLabel} ={' '}
              <strong>
                <Money amount={total} currency={currency} />
              </strong>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function repriced(
  { market: id, currency, taxRateBasisPoints, taxLabel }: EditablePackage['prices']['uk'],
  net: number,
) {
  return priceIn({ id, currency, taxRateBasisPoints, taxLabel }, minorUnits(net))
}
