import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

export interface TaxRate {
  id: string
  object: 'tax_rate'
  active: boolean
  country: string | null
  created: number
  description: string | null
  display_name: string
  effective_percentage: number
  flat_amount: null
  inclusive: boolean
  jurisdiction: string | null
  jurisdiction_level: null
  livemode: false
  metadata: Record<string, string>
  percentage: number
  rate_type: 'percentage'
  state: string | null
  tax_type: string | null
}

export const taxRates = objectKind<TaxRate>({ object: 'tax_rate', label: 'tax rate', expandable: [] })

type Choice = Pick<
  TaxRate,
  | 'active'
  | 'country'
  | 'description'
  | 'display_name'
  | 'inclusive'
  | 'jurisdiction'
  | 'metadata'
  | 'percentage'
  | 'state'
  | 'tax_type'
>

export function newTaxRate(choice: Choice, now: number): TaxRate {
  return {
    ...choice,
    id: newId('txr'),
    object: 'tax_rate',
    created: now,
    effective_percentage: choice.percentage,
    flat_amount: null,
    jurisdiction_level: null,
    livemode: false,
    rate_type: 'percentage',
  }
}

/** Half up, as the provider rounds each line. */
export function taxOn(amount: number, { inclusive, percentage }: TaxRate): number {
  const base = inclusive ? 100 + percentage : 100
  return Math.round((amount * percentage) / base)
}
