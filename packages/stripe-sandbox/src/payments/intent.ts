import { z } from 'zod'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { type SetupIntent, setupIntents } from '../setup-intents/setup-intent.ts'
import { ApiError, type ErrorDetails, invalidRequest, toDocumentationUrl } from '../wire/api-error.ts'
import type { ObjectKind } from '../wire/object-kind.ts'
import { type Call, type Operation, operation } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'
import { type IntentError, type PaymentIntent, paymentIntents } from './payment-intent.ts'

/** Either kind of intent: for a payment, or for saving a card. */
export type Intent = PaymentIntent | SetupIntent

const intentNames = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const

/** Attaches the intent to an error, so that the caller sees its status. */
function withIntent(intent: Intent): Pick<ErrorDetails, 'payment_intent' | 'setup_intent'> {
  return intent.object === 'payment_intent' ? { payment_intent: intent } : { setup_intent: intent }
}

/** A browser may access only the intent whose client secret it holds. */
export function getIntent<Type extends Intent>(call: Call, kind: ObjectKind<Type, object>, id: string): Type {
  if (call.caller === 'secret-key') return call.objects.get(kind, id)
  const intent = call.objects.find(kind, id)
  if (intent && call.clientSecret === intent.client_secret) return intent
  const object = kind.object as Intent['object']
  // The same answer for an unknown id and a wrong secret, so that callers cannot guess ids.
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: `${object}_invalid_parameter`,
    message:
      `The client_secret provided does not match any associated ${intentNames[object]} on this account. Ensure the ` +
      `publishable key used belongs to the same account that created the ${intentNames[object]}.`,
    param: 'client_secret',
  })
}

export function intentRetrieval<Type extends Intent>(
  name: string,
  resource: `/v1/${string}`,
  kind: ObjectKind<Type, object>,
): Operation {
  return operation(`${name}.retrieve`, `GET ${resource}/{id}`, {
    openToBrowsers: true,
    parameters: z.strictObject({ client_secret: text.optional() }),
    run: (call, _parameters, id) => getIntent(call, kind, id),
  })
}

/** In these states no money has moved and nothing is saved, so the intent can still change. */
export const openStatuses = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

export function isOpen({ status }: Intent): boolean {
  return openStatuses.some((open) => open === status)
}

const pastParticiples = { confirm: 'confirmed', cancel: 'canceled' } as const

export function requireOpen(intent: Intent, action: keyof typeof pastParticiples): void {
  if (isOpen(intent)) return
  const name = intentNames[intent.object]
  const message =
    intent.status === 'succeeded' && action === 'confirm'
      ? `You cannot confirm this ${name} because it has already succeeded after being previously confirmed.`
      : `You cannot ${action} this ${name} because it has a status of ${intent.status}. Only a ${name} ` +
        `with one of the following statuses may be ${pastParticiples[action]}: ${openStatuses.join(', ')}.`
  throw unexpectedState(intent, message)
}

export function unexpectedState(intent: Intent, message: string): ApiError {
  return invalidRequest(message, { code: `${intent.object}_unexpected_state`, ...withIntent(intent) })
}

/** An invoice controls its payment intent, so the shop must act through the invoice. */
export function requireNotInvoiced(call: Call, { id }: PaymentIntent, message: string): void {
  if (call.objects.readNotes(paymentIntents, id).invoice !== undefined) throw invalidRequest(message)
}

export function requireSameCustomer(intent: Intent, method: PaymentMethod): void {
  if (!method.customer || method.customer === intent.customer) return
  throw invalidRequest(
    'The provided PaymentMethod belongs to a Customer. Please include the Customer in the `customer` parameter on ' +
      `the ${intentNames[intent.object]}.`,
    { param: 'payment_method' },
  )
}

/** The sandbox's page redirects customers to this address, so it must not be a script. */
export const returnUrlParameter = z.url({ protocol: /^https?$/ }).optional()

/** A server must give a return address if an offered method may redirect the customer. */
export function requireReturnUrl(call: Call, intent: Intent, returnUrl: string | undefined): void {
  if (call.caller === 'publishable-key' || returnUrl) return
  const { automatic_payment_methods: automatic } = intent
  if (!automatic?.enabled || automatic.allow_redirects === 'never') return
  throw invalidRequest(
    `This ${intentNames[intent.object]} is configured to accept payment methods enabled in your Dashboard. Because some of these ` +
      'payment methods might redirect your customer off of your page, you must provide a `return_url`. If you ' +
      "don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    withIntent(intent),
  )
}

/** Creating without confirming accepts no parameter of the confirmation. */
export function refuseWithoutConfirm(object: Intent['object'], param: string): ApiError {
  return invalidRequest(
    `The parameter \`${param}\` cannot be passed when creating a ${intentNames[object]} unless \`confirm\` is set to true.`,
    { param },
  )
}

/** Discards an open authentication, so that an old page of the bank cannot complete it. */
export function forgetAttempt(call: Call, intent: Intent, isAuthenticated = false): void {
  if (intent.object === 'setup_intent') call.objects.note(setupIntents, intent.id, { attempt: null })
  else call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated })
}

export function cancelIntent(call: Call, intent: Intent, cancellation_reason: string | null): Intent {
  requireOpen(intent, 'cancel')
  forgetAttempt(call, intent)
  const canceled = call.objects.save<Intent>({
    ...intent,
    ...(intent.object === 'payment_intent' ? { canceled_at: call.now } : {}),
    cancellation_reason,
    next_action: null,
    status: 'canceled',
  })
  call.announce(`${intent.object}.canceled`, canceled)
  return canceled
}

/** The attempt failed, so the intent waits for another payment method. */
export function failIntent(call: Call, intent: Intent, failure: Omit<IntentError, 'doc_url'>): Intent {
  const error = { ...failure, doc_url: toDocumentationUrl(failure.code) }
  const change = { next_action: null, payment_method: null, status: 'requires_payment_method' as const }
  if (intent.object === 'setup_intent') {
    const failed = call.objects.save<SetupIntent>({ ...intent, ...change, last_setup_error: error })
    call.announce('setup_intent.setup_failed', failed)
    return failed
  }
  const failed = call.objects.save<PaymentIntent>({ ...intent, ...change, last_payment_error: error, processing: null })
  call.announce('payment_intent.payment_failed', failed)
  return failed
}

/** The error that a declined card leaves in the answer. */
export function declinedError(call: Call, intent: Intent, error: Omit<IntentError, 'doc_url' | 'type'>): ApiError {
  const declined = { type: 'card_error' as const, ...error }
  return new ApiError(402, { ...declined, ...withIntent(failIntent(call, intent, declined)) })
}
