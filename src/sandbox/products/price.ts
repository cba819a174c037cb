import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

export interface Recurring {
  interval: 'month' | 'year'
  interval_count: number
  meter: null
  trial_period_days: null
  usage_type: 'licensed'
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  created: number
  currency: string
  custom_unit_amount: null
  livemode: false
  lookup_key: string | null
  metadata: Record<string, string>
  nickname: string | null
  product: string
  recurring: Recurring | null
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified'
  tiers_mode: null
  transform_quantity: null
  type: 'one_time' | 'recurring'
  unit_amount: number
  unit_amount_decimal: string
}

/** A price that is charged again and again. */
export type RecurringPrice = Price & { recurring: Recurring }

export const prices = objectKind<Price>({ object: 'price', label: 'price', expandable: ['product'] })

type Choice = Pick<
  Price,
  | 'active'
  | 'currency'
  | 'lookup_key'
  | 'metadata'
  | 'nickname'
  | 'product'
  | 'recurring'
  | 'tax_behavior'
  | 'unit_amount'
>

export function newPrice(choice: Choice, now: number): Price {
  return {
    ...choice,
    id: newId('price'),
    object: 'price',
    billing_scheme: 'per_unit',
    created: now,
    custom_unit_amount: null,
    livemode: false,
    tiers_mode: null,
    transform_quantity: null,
    type: choice.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(choice.unit_amount),
  }
}

export function isRecurring(price: Price): price is RecurringPrice {
  return price.recurring !== null
}

/** What a price was called before there were prices; the contract still asks for it in every subscription item. */
export function planOf({ id, active, created, currency, nickname, product, recurring, unit_amount }: RecurringPrice) {
  const { interval, interval_count, meter, trial_period_days, usage_type } = recurring
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: String(unit_amount),
    billing_scheme: 'per_unit',
    created,
    currency,
    interval,
    interval_count,
    livemode: false,
    metadata: {},
    meter,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days,
    usage_type,
  }
}
