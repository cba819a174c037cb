import { createHash } from 'node:crypto'
import type { Address } from '../customers/customer.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import type { TestCard } from './test-cards.ts'

export interface BillingDetails {
  address: Address
  email: string | null
  name: string | null
  phone: string | null
  tax_id: null
}

interface AnyPaymentMethod {
  id: string
  object: 'payment_method'
  allow_redisplay: 'unspecified'
  billing_details: BillingDetails
  created: number
  customer: string | null
  customer_account: null
  livemode: false
  metadata: Record<string, string>
}

interface CardMethod extends AnyPaymentMethod {
  card: ReturnType<typeof shownCard>
  type: 'card'
}

interface PaypalMethod extends AnyPaymentMethod {
  paypal: { country: string; payer_email: string | null; payer_id: string | null }
  type: 'paypal'
}

export type PaymentMethod = CardMethod | PaypalMethod

export interface PaymentMethodNotes {
  /** Name of the test card behind it. A PayPal account pays like the ordinary one. */
  card: string
  /** Used for a payment without a customer, or detached: it may not be used again. */
  usedUp: boolean
  /** The cardholder has agreed to later payments without being present. */
  setUp: boolean
}

export const paymentMethods = objectKind<PaymentMethod, PaymentMethodNotes>({
  object: 'payment_method',
  label: 'PaymentMethod',
  expandable: ['customer'],
})

interface Facts {
  billingDetails: BillingDetails
  metadata: Record<string, string>
  now: number
}

export function newPaymentMethod({ card, ...facts }: Facts & { card: TestCard }): PaymentMethod {
  return { ...commonFields(facts), card: shownCard(card, facts.now), type: 'card' }
}

export function newPaypalMethod(facts: Facts): PaymentMethod {
  // Who pays is known only when the payer has agreed at PayPal.
  return { ...commonFields(facts), paypal: { country: 'GB', payer_email: null, payer_id: null }, type: 'paypal' }
}

function commonFields({ billingDetails, metadata, now }: Facts): AnyPaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails,
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
  }
}

function shownCard({ brand, country, last4, names }: TestCard, now: number) {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country,
    display_brand: brand,
    // What was typed as expiry date stays in the card frame: every test card is good for four years.
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
