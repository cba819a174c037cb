import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { ApiError, invalidRequest, missingParameter } from '../wire/api-error.ts'
import { type Call, listPage, operation, retrieval } from '../wire/operation.ts'
import { metadata, paging, text } from '../wire/parameters.ts'
import {
  addCard,
  addPaypal,
  allowRedisplay,
  billingDetails,
  getTestCard,
  type PaymentMethod,
  paymentMethods,
  resolvePaymentMethod,
} from './payment-method.ts'
import { findCardByToken, type TestCard } from './test-cards.ts'

const cardParameters = z.strictObject({
  token: text.optional(),
  number: z.string().optional(),
  exp_month: z.string().optional(),
  exp_year: z.string().optional(),
  cvc: z.string().optional(),
})

const createPaymentMethod = operation('PaymentMethod.create', 'POST /v1/payment_methods', {
  openToBrowsers: true,
  parameters: z.strictObject({
    type: z.enum(['card', 'paypal']),
    allow_redisplay: allowRedisplay.optional(),
    card: cardParameters.optional(),
    billing_details: billingDetails.optional(),
    metadata: metadata.optional(),
  }),
  run: (call, { type, card, ...description }) =>
    type === 'paypal' ? addPaypal(call, description) : addCard(call, requireTestCard(card), description),
})

function requireTestCard(cardData: z.output<typeof cardParameters> | undefined): TestCard {
  if (!cardData) throw missingParameter('card')
  if (cardData.number !== undefined) throw refusesCardNumbers()
  if (!cardData.token) throw missingParameter('card[token]')
  const card = findCardByToken(cardData.token)
  if (card) return card
  throw invalidRequest(`No such token: '${cardData.token}'`, { code: 'resource_missing', param: 'card[token]' })
}

function refusesCardNumbers(): ApiError {
  return new ApiError(402, {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the API is generally unsafe. The sandbox never accepts them: ' +
      'use a test token such as tok_visa.',
    param: 'card[number]',
  })
}

const { created: _, ...pageParameters } = paging

/** What a customer has saved, newest first. */
const listCustomerMethods = operation('Customer.listPaymentMethods', 'GET /v1/customers/{id}/payment_methods', {
  parameters: z.strictObject({
    ...pageParameters,
    allow_redisplay: allowRedisplay.optional(),
    type: z.enum(['card', 'paypal']).optional(),
  }),
  run(call, { allow_redisplay, type, ...page }, id) {
    const customer = call.objects.get(customers, id).id
    const saved = call.objects.list(paymentMethods, { where: { customer, allow_redisplay, type }, ...page })
    return listPage(`/v1/customers/${id}/payment_methods`, saved)
  },
})

const attachPaymentMethod = operation('PaymentMethod.attach', 'POST /v1/payment_methods/{id}/attach', {
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
  if (!call.objects.readNotes(paymentMethods, method.id).usedUp) return
  throw unexpectedState(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was ' +
      'detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it ' +
      'to a Customer first.',
  )
}

/** Attaching a card checks it with the bank, so most cards that decline are declined here. */
function declinedByBank(call: Call, method: PaymentMethod): ApiError | undefined {
  const { decline, declinesOnlyCharges } = getTestCard(call, method.id)
  if (!decline || declinesOnlyCharges) return undefined
  return new ApiError(402, { type: 'card_error', ...decline, payment_method: method })
}

const detachPaymentMethod = operation('PaymentMethod.detach', 'POST /v1/payment_methods/{id}/detach', {
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

export const paymentMethodOperations = [
  createPaymentMethod,
  retrieval('PaymentMethod', '/v1/payment_methods', paymentMethods),
  listCustomerMethods,
  attachPaymentMethod,
  detachPaymentMethod,
]
