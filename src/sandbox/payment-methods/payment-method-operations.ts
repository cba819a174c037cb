import { z } from 'zod'
import { ApiError, invalidRequest, missingParameter } from '../wire/api-error.ts'
import { operation } from '../wire/operation.ts'
import { metadata, text } from '../wire/parameter-types.ts'
import { attachPaymentMethod, detachPaymentMethod } from './attach-payment-method.ts'
import { addPaymentMethod, addPaypalMethod, billingDetails } from './obtain-payment-method.ts'
import { paymentMethods } from './payment-method.ts'
import { findCardByToken, type TestCard } from './test-cards.ts'

const cardParameters = z.strictObject({
  token: text.optional(),
  number: z.string().optional(),
  exp_month: z.string().optional(),
  exp_year: z.string().optional(),
  cvc: z.string().optional(),
})

const createPaymentMethod = operation({
  name: 'PaymentMethod.create',
  method: 'POST',
  path: '/v1/payment_methods',
  openToBrowsers: true,
  parameters: z.strictObject({
    type: z.enum(['card', 'paypal']),
    card: cardParameters.optional(),
    billing_details: billingDetails.optional(),
    metadata: metadata.optional(),
  }),
  run: (call, { type, card, billing_details, metadata }) =>
    type === 'paypal'
      ? addPaypalMethod(call, billing_details, metadata)
      : addPaymentMethod(call, requireTestCard(card), billing_details, metadata),
})

function requireTestCard(given: z.output<typeof cardParameters> | undefined): TestCard {
  if (!given) throw missingParameter('card')
  if (given.number !== undefined) throw refusesCardNumbers()
  if (!given.token) throw missingParameter('card[token]')
  const card = findCardByToken(given.token)
  if (card) return card
  throw invalidRequest(`No such token: '${given.token}'`, { code: 'resource_missing', param: 'card[token]' })
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

const retrievePaymentMethod = operation({
  name: 'PaymentMethod.retrieve',
  method: 'GET',
  path: '/v1/payment_methods/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(paymentMethods, id),
})

export const paymentMethodOperations = [
  createPaymentMethod,
  retrievePaymentMethod,
  attachPaymentMethod,
  detachPaymentMethod,
]
