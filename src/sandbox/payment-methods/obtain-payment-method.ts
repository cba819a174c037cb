import { z } from 'zod'
import { fullAddress } from '../customers/customer.ts'
import { invalidRequest, noSuchReference } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { address, clearable, text } from '../wire/parameter-types.ts'
import { newPaymentMethod, newPaypalMethod, type PaymentMethod, paymentMethods } from './payment-method.ts'
import { findCardByAlias, type TestCard } from './test-cards.ts'

export const billingDetails = z.strictObject({
  address: clearable(address).optional(),
  email: clearable(text).optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
})

export type BillingDetailsGiven = z.output<typeof billingDetails>

export function addPaymentMethod(
  call: Call,
  card: TestCard,
  billing: BillingDetailsGiven = {},
  metadata: Record<string, string> | null = null,
): PaymentMethod {
  const method = newPaymentMethod({ card, ...factsOf(call, billing, metadata) })
  return call.objects.add(paymentMethods, method, { card: card.names[0], usedUp: false, setUp: false })
}

export function addPaypalMethod(
  call: Call,
  billing: BillingDetailsGiven = {},
  metadata: Record<string, string> | null = null,
): PaymentMethod {
  const method = newPaypalMethod(factsOf(call, billing, metadata))
  return call.objects.add(paymentMethods, method, { card: 'visa', usedUp: false, setUp: false })
}

function factsOf(call: Call, billing: BillingDetailsGiven, metadata: Record<string, string> | null) {
  const { email = null, name = null, phone = null } = billing
  return {
    billingDetails: { address: fullAddress(billing.address), email, name, phone, tax_id: null },
    metadata: metadata ?? {},
    now: call.now,
  }
}

/** The only payment method that needs nothing but its name: it can be made while confirming. */
export const paymentMethodData = z.strictObject({
  type: z.enum(['paypal']),
  billing_details: billingDetails.optional(),
})

interface Given {
  payment_method?: string | undefined
  payment_method_data?: z.output<typeof paymentMethodData> | undefined
}

/** An existing method by its id, or a new one from its data. */
export function obtainPaymentMethod(call: Call, given: Given): PaymentMethod | undefined {
  const { payment_method: id, payment_method_data: data } = given
  if (id && data) {
    throw invalidRequest('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
      param: 'payment_method_data',
    })
  }
  if (data) return addPaypalMethod(call, data.billing_details)
  return id ? resolvePaymentMethod(call, id, 'payment_method') : undefined
}

/** An alias such as `pm_card_visa` becomes a new payment method, as with the provider. */
export function resolvePaymentMethod(call: Call, id: string, param: string): PaymentMethod {
  const found = call.objects.find(paymentMethods, id)
  if (found) return found
  const card = findCardByAlias(id)
  if (card) return addPaymentMethod(call, card)
  throw noSuchReference('PaymentMethod', id, param)
}
