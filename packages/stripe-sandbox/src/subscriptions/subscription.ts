import { type Recurring, type RecurringPrice, toPlan } from '../products/price.ts'
import type { TaxRate } from '../products/tax-rate.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

type SubscriptionStatus = 'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid'

type SubscriptionItem = ReturnType<typeof newItem>

export type Subscription = ReturnType<typeof newSubscription>

interface SubscriptionNotes {
  /** What a coupon takes off. The sandbox supports one, and does not expand it. */
  discount: AppliedDiscount | null
}

export interface AppliedDiscount {
  id: string
  amount: number
  /** The last second of a coupon that repeats; null for any other. */
  end: number | null
  isOnce: boolean
}

export const subscriptions = objectKind<Subscription, SubscriptionNotes>({
  object: 'subscription',
  label: 'subscription',
  expandable: ['customer', 'default_payment_method', 'latest_invoice', 'pending_setup_intent', 'test_clock'],
})

interface Choice {
  cancel_at_period_end: boolean
  customer: string
  default_payment_method: string | null
  default_tax_rates: TaxRate[]
  description: string | null
  discounts: string[]
  metadata: Record<string, string>
  payment_settings: {
    payment_method_options: null
    payment_method_types: string[] | null
    save_default_payment_method: 'off' | 'on_subscription'
  }
  test_clock: string | null
}

export interface ItemChoice {
  metadata: Record<string, string>
  price: RecurringPrice
  quantity: number
}

export function newSubscription(choice: Choice, item: ItemChoice, now: number) {
  const id = newId('sub')
  const period = periodFrom(now, now, item.price.recurring)
  return {
    ...unsetFields,
    ...choice,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: choice.cancel_at_period_end ? period.end : null,
    canceled_at: choice.cancel_at_period_end ? now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null as 'cancellation_requested' | 'payment_failed' | null,
    },
    collection_method: 'charge_automatically',
    created: now,
    currency: item.price.currency,
    ended_at: null as number | null,
    items: {
      object: 'list',
      data: [newItem(item, id, period)] as [SubscriptionItem],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    start_date: now,
    status: 'incomplete' as SubscriptionStatus,
  }
}

function newItem({ metadata, price, quantity }: ItemChoice, subscription: string, { start, end }: Period) {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: toPlan(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** The sandbox supports only subscriptions with one item. */
export function getItem({ items }: Subscription): SubscriptionItem {
  return items.data[0]
}

export function getPeriodEnd(subscription: Subscription): number {
  return getItem(subscription).current_period_end
}

export function periodAfter(subscription: Subscription): Period {
  const { current_period_end, price } = getItem(subscription)
  return periodFrom(current_period_end, subscription.billing_cycle_anchor, price.recurring)
}

export function inPeriod(subscription: Subscription, { start, end }: Period): Subscription {
  const item = { ...getItem(subscription), current_period_start: start, current_period_end: end }
  return { ...subscription, items: { ...subscription.items, data: [item] } }
}

/** A subscription that has ended never bills its customer again. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

export interface Period {
  /** Seconds since 1970. */
  start: number
  end: number
}

/**
 * The period that begins at `start`. Each period ends on the anchor's day, or on the last day of a shorter month: 31
 * January, 28 February, 31 March.
 */
export function periodFrom(start: number, anchor: number, { interval, interval_count }: Recurring): Period {
  const months = interval_count * (interval === 'year' ? 12 : 1)
  return { start, end: monthsAfter(anchor, monthsBetween(anchor, start) + months) }
}

function monthsBetween(anchor: number, instant: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(instant * 1000)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, daysInMonth(date)))
  return Math.floor(date.getTime() / 1000)
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

/** Fields that the contract requires and the sandbox never sets. */
const unsetFields = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
}
