import { z } from 'zod'
import { coupons } from '../coupons/coupon.ts'
import { atCustomerTime, type Customer, customers, requireOwnPaymentMethod } from '../customers/customer.ts'
import { collectInvoice, findMethodFor } from '../invoices/collect-invoice.ts'
import { addInvoice, finalizeInvoice } from '../invoices/create-invoice.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { findInvoiceIntent } from '../invoices/invoice-payment.ts'
import type { PaymentIntent } from '../payments/payment-intent.ts'
import { addInlinePrice, inlinePrice, isRecurring, type Price, prices, type RecurringPrice } from '../products/price.ts'
import { taxRates } from '../products/tax-rate.ts'
import { invalidRequest, missingParameter } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { type Call, operation } from '../wire/operation.ts'
import { flag, integer, metadata, text } from '../wire/parameters.ts'
import {
  type AppliedDiscount,
  getItem,
  type ItemChoice,
  monthsAfter,
  newSubscription,
  type Subscription,
  subscriptions,
} from './subscription.ts'

/** The first payment must succeed within this time. */
const FIRST_PAYMENT_SECONDS = 23 * 60 * 60

const item = z.strictObject({
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: inlinePrice.optional(),
  quantity: integer.refine((count) => count >= 1, { message: 'must be at least 1' }).optional(),
})

const paymentSettings = z.strictObject({
  payment_method_types: z.array(z.enum(['card', 'link', 'paypal'])).optional(),
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
})

const parameters = z.strictObject({
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  customer: text,
  default_payment_method: text.optional(),
  default_tax_rates: z.array(text).optional(),
  description: text.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text }))
    .max(1, { message: 'The sandbox knows one discount only.' })
    .optional(),
  items: z.array(item).length(1, { message: 'The sandbox knows subscriptions with one item only.' }),
  metadata: metadata.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).default('allow_incomplete'),
  payment_settings: paymentSettings.optional(),
})

type SubscriptionRequest = z.output<typeof parameters>

export const createSubscription = operation('Subscription.create', 'POST /v1/subscriptions', {
  parameters,
  run(original, request) {
    const customer = original.objects.getReferenced(customers, request.customer, 'customer')
    const call = atCustomerTime(original, customer.id)
    const { subscription, invoice } = addSubscription(call, customer, request)
    call.announce('customer.subscription.created', subscription)
    const { id: object, test_clock: clock } = subscription
    call.schedule.plan({ kind: 'expire_subscription', object, dueAt: call.now + FIRST_PAYMENT_SECONDS, clock })

    const open = finalizeInvoice(call, invoice)
    if (request.payment_behavior === 'allow_incomplete') collectInvoice(call, open)
    else proposeMethod(call, open)
    return call.objects.get(subscriptions, subscription.id)
  },
})

function addSubscription(call: Call, customer: Customer, request: SubscriptionRequest) {
  const discount = findDiscount(call, request)
  const created = call.objects.add(subscriptions, fromCreator(call, customer, request, discount), { discount })
  requireSameCurrency(call, created, request)
  const { current_period_start: start, current_period_end: end } = getItem(created)
  const invoice = addInvoice(call, created, {
    reason: 'subscription_create',
    period: { start, end },
    previousPeriod: { start, end: start },
    finalizesAt: null,
  })
  return { subscription: call.objects.save<Subscription>({ ...created, latest_invoice: invoice.id }), invoice }
}

function findDiscount(call: Call, { discounts: [requested] = [] }: SubscriptionRequest): AppliedDiscount | null {
  if (!requested) return null
  const { amount_off, duration, duration_in_months: months } = getCoupon(call, requested)
  const end = months === null ? null : monthsAfter(call.now, months)
  return { id: newId('di'), amount: amount_off, end, isOnce: duration === 'once' }
}

function getCoupon(call: Call, { coupon }: { coupon: string }) {
  return call.objects.getReferenced(coupons, coupon, 'discounts')
}

function requireSameCurrency(
  call: Call,
  { currency }: Subscription,
  { discounts: [requested] = [] }: SubscriptionRequest,
) {
  if (!requested || getCoupon(call, requested).currency === currency) return
  throw invalidRequest('The coupon’s currency is not that of the subscription.', { param: 'discounts' })
}

function fromCreator(
  call: Call,
  customer: Customer,
  request: SubscriptionRequest,
  discount: AppliedDiscount | null,
): Subscription {
  const { default_payment_method = null, default_tax_rates = [], description = null } = request
  const { payment_method_types = null, save_default_payment_method = 'off' } = request.payment_settings ?? {}
  if (default_payment_method) {
    requireOwnPaymentMethod(call, customer.id, default_payment_method, 'default_payment_method')
  }
  const choice = {
    cancel_at_period_end: request.cancel_at_period_end ?? false,
    customer: customer.id,
    default_payment_method,
    default_tax_rates: default_tax_rates.map((id) => call.objects.getReferenced(taxRates, id, 'default_tax_rates')),
    description,
    discounts: discount ? [discount.id] : [],
    metadata: request.metadata ?? {},
    payment_settings: { payment_method_options: null, payment_method_types, save_default_payment_method },
    test_clock: customer.test_clock,
  }
  return newSubscription(choice, onlyItem(call, request), call.now)
}

function onlyItem(call: Call, { items: [itemData] }: SubscriptionRequest): ItemChoice {
  if (!itemData) throw missingParameter('items')
  return { metadata: itemData.metadata ?? {}, price: priceFor(call, itemData), quantity: itemData.quantity ?? 1 }
}

function priceFor(call: Call, { price: id, price_data }: z.output<typeof item>): RecurringPrice {
  if (id && price_data) {
    throw invalidRequest('You may only specify one of these parameters: price, price_data.', { param: 'items[0]' })
  }
  if (price_data) return requireRecurring(addInlinePrice(call, price_data, 'items[0][price_data]'))
  if (!id) throw missingParameter('items[0][price]')
  const price = call.objects.getReferenced(prices, id, 'items[0][price]')
  if (price.active) return requireRecurring(price)
  throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
    param: 'items[0][price]',
  })
}

function requireRecurring(price: Price): RecurringPrice {
  if (isRecurring(price)) return price
  throw invalidRequest(
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    { param: 'items[0][price]' },
  )
}

/** Adds the saved card to the payment, so the customer only has to confirm it. */
function proposeMethod(call: Call, invoice: Invoice): void {
  const method = findMethodFor(call, invoice)
  const intent = findInvoiceIntent(invoice.id, call.objects)
  if (!method || !intent) return
  call.objects.save<PaymentIntent>({ ...intent, payment_method: method.id, status: 'requires_confirmation' })
}
