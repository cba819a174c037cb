import { z } from 'zod'
import { customers } from '../customers/customer.ts'
import { resolvePaymentMethod } from '../payment-methods/obtain-payment-method.ts'
import { choosePaymentMethodTypes, paymentMethodTypeParameters } from '../payments/payment-method-types.ts'
import { getIntent, requireStatus } from '../payments/require-payment-intent.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { flag, metadata, text } from '../wire/parameter-types.ts'
import {
  confirmSetup,
  confirmSetupIntent,
  requireKeepable,
  setupConfirmationParameters,
} from './confirm-setup-intent.ts'
import { newSetupIntent, type SetupIntent, setupIntents } from './setup-intent.ts'

const createParameters = z.strictObject({
  ...paymentMethodTypeParameters,
  ...setupConfirmationParameters,
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(['off_session', 'on_session']).default('off_session'),
})

type Given = z.output<typeof createParameters>

/** A set-up has no currency of its own: the account's decides what could be offered. */
const ACCOUNT_CURRENCY = 'gbp'

const createSetupIntent = operation({
  name: 'SetupIntent.create',
  method: 'POST',
  path: '/v1/setup_intents',
  parameters: createParameters,
  run(call, given) {
    const intent = call.objects.add(setupIntents, fromCreator(call, given), { attempt: null })
    const ready = given.payment_method ? withPaymentMethod(call, intent, given.payment_method) : intent
    call.announce('setup_intent.created', ready)
    if (given.confirm) return confirmSetup(call, ready, { return_url: given.return_url })
    if (given.return_url) throw refuseReturnUrl()
    return ready
  },
})

function fromCreator(call: Call, given: Given): SetupIntent {
  const { customer = null, description = null, metadata, usage } = given
  const types = choosePaymentMethodTypes(given, ACCOUNT_CURRENCY)
  const offered = types.offered.filter((type) => type === 'card')
  if (offered.length === 0) throw invalidRequest('The sandbox keeps only cards for later payments.')
  if (customer) call.objects.getReferenced(customers, customer, 'customer')
  return newSetupIntent(
    { customer, description, metadata: metadata ?? {}, types: { ...types, offered }, usage },
    call.now,
  )
}

function withPaymentMethod(call: Call, intent: SetupIntent, id: string): SetupIntent {
  const method = resolvePaymentMethod(call, id, 'payment_method')
  requireKeepable(call, intent, method)
  return call.objects.save<SetupIntent>({ ...intent, payment_method: method.id, status: 'requires_confirmation' })
}

function refuseReturnUrl() {
  return invalidRequest(
    'The parameter `return_url` cannot be passed when creating a SetupIntent unless `confirm` is set to true.',
    { param: 'return_url' },
  )
}

const retrieveSetupIntent = operation({
  name: 'SetupIntent.retrieve',
  method: 'GET',
  path: '/v1/setup_intents/{id}',
  openToBrowsers: true,
  parameters: z.strictObject({ client_secret: text.optional() }),
  run: (call, _parameters, id) => getIntent(call, setupIntents, id),
})

const cancelSetupIntent = operation({
  name: 'SetupIntent.cancel',
  method: 'POST',
  path: '/v1/setup_intents/{id}/cancel',
  parameters: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  }),
  run(call, { cancellation_reason = null as string | null }, id) {
    const intent = call.objects.get(setupIntents, id)
    requireStatus(intent, 'cancel', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
    call.objects.note(setupIntents, id, { attempt: null })
    const canceled = call.objects.save<SetupIntent>({
      ...intent,
      cancellation_reason,
      next_action: null,
      status: 'canceled',
    })
    call.announce('setup_intent.canceled', canceled)
    return canceled
  },
})

export const setupIntentOperations = [createSetupIntent, retrieveSetupIntent, confirmSetupIntent, cancelSetupIntent]
