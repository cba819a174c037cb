import { z } from 'zod'
import { fullAddress } from '../customers/customer.ts'
import { noSuchReference } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { address, clearable, text } from '../wire/parameter-types.ts'
import { newPaymentMethod, type PaymentMethod, paymentMethods } from './payment-method.ts'
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
  const { email = null, name = null, phone = null } = billing
  const method = newPaymentMethod({
    card,
    billingDetails: { address: fullAddress(billing.address), email, name, phone, tax_id: null },
    metadata: metadata ?? {},
    now: call.now,
  })
  return call.objects.add(paymentMethods, method, { card: card.names[0], usedUp: false, setUp: false })
}

/** An alias such as `pm_card_visa` becomes a new payment method, as with the provider. */
export function resolvePaymentMethod(call: Call, id: string, param: string): PaymentMethod {
  const found = call.objects.find(paymentMethods, id)
  if (found) return found
  const card = findCardByAlias(id)
  if (card) return addPaymentMethod(call, card)
  throw noSuchReference('PaymentMethod', id, param)
}
