import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidRequest, noSuchReference } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import type { Call } from '../wire/operation.ts'
import { address, clearable, fullAddress, text } from '../wire/parameters.ts'
import { findCardByAlias, getCard, type TestCard } from './test-cards.ts'

type CommonFields = ReturnType<typeof commonFields>

interface CardMethod extends CommonFields {
  card: ReturnType<typeof toCardDetails>
  type: 'card'
}

interface PaypalMethod extends CommonFields {
  paypal: { country: string; payer_email: string | null; payer_id: string | null }
  type: 'paypal'
}

export type PaymentMethod = CardMethod | PaypalMethod

interface PaymentMethodNotes {
  /** The name of the test card. A PayPal account pays like the plain Visa card. */
  card: string
  /** The method has been detached, or used without a customer, so it must not be used again. */
  usedUp: boolean
  /** The cardholder has agreed to later payments in their absence. */
  setUp: boolean
}

export const paymentMethods = objectKind<PaymentMethod, PaymentMethodNotes>({
  object: 'payment_method',
  label: 'PaymentMethod',
  expandable: ['customer'],
})

export const billingDetails = z.strictObject({
  address: clearable(address).optional(),
  email: clearable(text).optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
})

/** Whether the cardholder has agreed to be offered the method again. */
export const allowRedisplay = z.enum(['always', 'limited', 'unspecified'])

interface Description {
  allow_redisplay?: z.output<typeof allowRedisplay> | undefined
  billing_details?: z.output<typeof billingDetails> | undefined
  metadata?: Record<string, string> | null | undefined
}

export function addCard(call: Call, card: TestCard, description: Description = {}): PaymentMethod {
  const method = { ...commonFields(description, call.now), card: toCardDetails(card, call.now), type: 'card' as const }
  return call.objects.add(paymentMethods, method, { card: card.names[0], usedUp: false, setUp: false })
}

export function addPaypal(call: Call, description: Description): PaymentMethod {
  // The payer is unknown until they agree at PayPal.
  const paypal = { country: 'GB', payer_email: null, payer_id: null }
  const method = { ...commonFields(description, call.now), paypal, type: 'paypal' as const }
  return call.objects.add(paymentMethods, method, { card: 'visa', usedUp: false, setUp: false })
}

function commonFields({ allow_redisplay = 'unspecified', billing_details = {}, metadata }: Description, now: number) {
  const { email = null, name = null, phone = null } = billing_details
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay,
    billing_details: { address: fullAddress(billing_details.address), email, name, phone, tax_id: null },
    created: now,
    customer: null as string | null,
    customer_account: null,
    livemode: false,
    metadata: metadata ?? {},
  }
}

function toCardDetails({ brand, country, last4, names }: TestCard, now: number) {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country,
    display_brand: brand,
    // The expiry date that was typed stays in the card frame, so every test card is valid for four years.
    exp_month: 12,
    exp_year: new Date(now * 1000).getUTCFullYear() + 4,
    fingerprint: createHash('sha256').update(names[0]).digest('hex').slice(0, 16),
    funding: names[0] === 'visa_debit' ? 'debit' : 'credit',
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

/** Finds the test card, which decides how a payment method behaves. */
export function getTestCard(call: Call, paymentMethod: string): TestCard {
  return getCard(call.objects.readNotes(paymentMethods, paymentMethod).card)
}

/** A PayPal method needs no further data, so it can be created while confirming a payment. */
export const paymentMethodData = z.strictObject({
  type: z.enum(['paypal']),
  billing_details: billingDetails.optional(),
})

export interface PaymentMethodChoice {
  payment_method?: string | undefined
  payment_method_data?: z.output<typeof paymentMethodData> | undefined
}

/** Finds an existing method by its id, or creates one from its data. */
export function obtainPaymentMethod(call: Call, choice: PaymentMethodChoice): PaymentMethod | undefined {
  const { payment_method: id, payment_method_data: data } = choice
  if (id && data) {
    throw invalidRequest('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
      param: 'payment_method_data',
    })
  }
  if (data) return addPaypal(call, { billing_details: data.billing_details })
  return id ? resolvePaymentMethod(call, id, 'payment_method') : undefined
}

/** If the id is an alias such as `pm_card_visa`, creates a new payment method, as Stripe does. */
export function resolvePaymentMethod(call: Call, id: string, param: string): PaymentMethod {
  const existing = call.objects.find(paymentMethods, id)
  if (existing) return existing
  const card = findCardByAlias(id)
  if (card) return addCard(call, card)
  throw noSuchReference('PaymentMethod', id, param)
}
