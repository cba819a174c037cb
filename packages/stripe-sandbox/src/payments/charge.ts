import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { Decline } from '../payment-methods/test-cards.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { listing, retrieval } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'
import type { PaymentIntent } from './payment-intent.ts'

export type Charge = ReturnType<typeof newCharge>

export const charges = objectKind<Charge>({
  object: 'charge',
  label: 'charge',
  expandable: ['customer', 'payment_intent', 'balance_transaction'],
})

interface ChargeFacts {
  intent: PaymentIntent
  method: PaymentMethod
  decline: Decline | undefined
  isAuthenticated: boolean
  now: number
}

export function newCharge(facts: ChargeFacts) {
  const { intent, method, decline, now } = facts
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'FUTUREWORLD SANDBOX',
    captured: !decline,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: toOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: toMethodDetails(facts),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function withRefunded(charge: Charge, amount_refunded: number): Charge {
  return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
}

function toOutcome(decline: Decline | undefined) {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function toMethodDetails({ intent, method, decline, isAuthenticated }: ChargeFacts) {
  if (method.type === 'paypal') return { paypal: paypalDetails(intent, method), type: method.type }
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = method.card
  return {
    card: {
      amount_authorized: decline ? null : intent.amount,
      authorization_code: null,
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status,
      three_d_secure: isAuthenticated ? authenticated : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }
}

function paypalDetails(intent: PaymentIntent, { paypal, billing_details }: PaymentMethod & { type: 'paypal' }) {
  return {
    country: paypal.country,
    payer_email: billing_details.email ?? 'payer@example.com',
    payer_id: 'SANDBOXPAYER',
    payer_name: billing_details.name ?? 'Test Payer',
    seller_protection: { dispute_categories: ['fraudulent', 'product_not_received'], status: 'eligible' },
    transaction_id: intent.id.slice(-17).toUpperCase(),
  }
}

const authenticated = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

export const chargeOperations = [
  retrieval('Charge', '/v1/charges', charges),
  listing('Charge', '/v1/charges', charges, { customer: text.optional(), payment_intent: text.optional() }),
]
