import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { text } from '../wire/parameter-types.ts'
import { resolvePaymentMethod } from './obtain-payment-method.ts'
import { type PaymentMethod, paymentMethods } from './payment-method.ts'
import { getCard } from './test-cards.ts'

export const attachPaymentMethod = operation({
  name: 'PaymentMethod.attach',
  method: 'POST',
  path: '/v1/payment_methods/{id}/attach',
  parameters: z.strictObject({ customer: text }),
  run(call, { customer }, id) {
    const owner = call.objects.getReferenced(customers, customer, 'customer')
    const method = resolvePaymentMethod(call, id, 'id')
    requireAttachable(call, method, owner.id)
    return declinedByBank(call, method) ?? attachToCustomer(call, method, owner.id)
  },
})

export function attachToCustomer(call: Call, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  const attached = call.objects.save({ ...method, customer })
  call.announce('payment_method.attached', attached)
  return attached
}

function requireAttachable(call: Call, method: PaymentMethod, customer: string): void {
  requireNotUsedUp(call, method)
  if (!method.customer || method.customer === customer) return
  throw unexpectedState('The payment method you provided has already been attached to a customer.')
}

export function requireNotUsedUp(call: Call, method: PaymentMethod): void {
  if (!call.objects.notesOf(paymentMethods, method.id).usedUp) return
  throw unexpectedState(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was ' +
      'detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it ' +
      'to a Customer first.',
  )
}

/** Attaching asks the bank whether the card is good, so most declining cards are declined here already. */
function declinedByBank(call: Call, method: PaymentMethod): ApiError | undefined {
  const { decline, declinesOnlyCharges } = getCard(call.objects.notesOf(paymentMethods, method.id).card)
  if (!decline || declinesOnlyCharges) return undefined
  return new ApiError(402, { type: 'card_error', ...decline, payment_method: method })
}

export const detachPaymentMethod = operation({
  name: 'PaymentMethod.detach',
  method: 'POST',
  path: '/v1/payment_methods/{id}/detach',
  parameters: z.strictObject({}),
  run(call, _parameters, id) {
    const method = call.objects.get(paymentMethods, id)
    if (!method.customer) {
      throw unexpectedState(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    forgetAsDefault(call, method.customer, id)
    call.objects.note(paymentMethods, id, { usedUp: true })
    const detached = call.objects.save({ ...method, customer: null })
    call.announce('payment_method.detached', detached, { customer: method.customer })
    return detached
  },
})

function forgetAsDefault(call: Call, customer: string, method: string): void {
  const owner = call.objects.get(customers, customer)
  if (owner.invoice_settings.default_payment_method !== method) return
  const settings = { ...owner.invoice_settings, default_payment_method: null }
  call.objects.save({ ...owner, invoice_settings: settings })
}

function unexpectedState(message: string): ApiError {
  return invalidRequest(message, { code: 'payment_method_unexpected_state' })
}
