import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { ProviderPayment } from '../rules.ts'

/** The payment provider: the only file that knows its library. */
export type PaymentProvider = {
  mode: 'sandbox' | 'stripe'
  /** For the browser. */
  publishableKey: string
  scriptUrl: string | null
  createCustomer: (member: { id: MemberId; name: string; email: string }) => Promise<string>
  /**
   * The same purchase gets the same payment, however often it is asked for.
   * @returns undefined where the provider knows no such customer
   */
  createPayment: (purchase: PayablePurchase) => Promise<OpenPayment | undefined>
  /** @returns undefined where the provider knows no such payment */
  findPayment: (paymentIntentId: string) => Promise<(ProviderPayment & OpenPayment) | undefined>
  /** Afterwards the payment cannot be made any more, unless it was made just before: read it to know. */
  cancelPayment: (paymentIntentId: string) => Promise<void>
  /** The customer stays with the payments, without name and address. */
  forgetCustomer: (customerId: string) => Promise<void>
  /** @throws InvalidSignature for a body that the provider did not sign, or not just now */
  readEvent: (body: Buffer, signature: string, now: Date) => ProviderEvent
}

type PayablePurchase = {
  id: string
  total: number
  currency: 'GBP' | 'USD'
  packageTitle: string
  customerId: string
}

type OpenPayment = { id: string; clientSecret: string }

type ProviderEvent = { id: string; type: string; paymentIntentId: string | null }

export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

type Settings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Where an embedded provider listens; undefined: the provider's own servers. */
  sandbox: { url: string; publicUrl: string } | undefined
  log: Log
}

export function openStripe(settings: Settings): PaymentProvider {
  const { publishableKey, webhookSecret, sandbox, log } = settings
  const stripe = new Stripe(settings.secretKey, {
    ...(sandbox && addressOf(sandbox.url)),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  })
  const ask = <Answer>(what: string, question: () => Promise<Answer>) => translateErrors(log, what, question)

  return {
    mode: sandbox ? 'sandbox' : 'stripe',
    publishableKey,
    scriptUrl: sandbox ? `${sandbox.publicUrl}/stripe.js` : null,

    createCustomer: ({ id, name, email }) =>
      ask('create a customer', async () => {
        // The address is part of the key: a key that comes again with other values is refused for good.
        const customer = await underKey(`customer:${id}:${email}`, (key) =>
          stripe.customers.create({ name, email, metadata: { member_id: id } }, key),
        )
        return customer.id
      }),

    createPayment: ({ id, total, currency, packageTitle, customerId }) =>
      ask('create a payment', async () => {
        const payment = {
          amount: total,
          currency: currency.toLowerCase(),
          customer: customerId,
          allowed_payment_method_types: ['card' as const],
          description: packageTitle,
          metadata: { purchase_id: id },
        }
        // With the customer in the key, a purchase whose customer had to be made anew is not refused for good.
        const intent = await underKey(`purchase:${id}:${customerId}`, (key) =>
          stripe.paymentIntents.create(payment, key),
        ).catch(exceptMissing('customer'))
        return intent && openPayment(intent)
      }),

    findPayment: (paymentIntentId) =>
      ask('read a payment', async () => {
        const intent = await stripe.paymentIntents
          .retrieve(paymentIntentId, { expand: ['latest_charge'] })
          .catch(exceptWithCode('resource_missing'))
        return intent && { ...openPayment(intent), ...providerPayment(intent) }
      }),

    cancelPayment: (paymentIntentId) =>
      ask('cancel a payment', async () => {
        // The provider decides the race between paying and cancelling: its refusal is an answer like its consent.
        await stripe.paymentIntents
          .cancel(paymentIntentId)
          .catch(exceptWithCode('payment_intent_unexpected_state', 'resource_missing'))
      }),

    forgetCustomer: (customerId) =>
      ask('forget a customer', async () => {
        // Empty text takes a value away.
        await stripe.customers.update(customerId, { name: '', email: '' }).catch(exceptWithCode('resource_missing'))
      }),

    readEvent(body, signature, now) {
      const event = verifiedEvent(stripe, body, signature, webhookSecret, now)
      const object = event.data.object
      return { id: event.id, type: event.type, paymentIntentId: paymentIntentOf(object) }
    },
  }
}

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' } as const
}

function openPayment(intent: Stripe.PaymentIntent): OpenPayment {
  if (!intent.client_secret) throw new Error(`The provider sent no client secret for ${intent.id}`)
  return { id: intent.id, clientSecret: intent.client_secret }
}

function providerPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: paymentStatus(intent.status),
    isAtBank: intent.status === 'requires_action',
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    purchaseId: intent.metadata.purchase_id,
    charge: charge ? { id: charge.id, createdAt: new Date(charge.created * 1_000) } : undefined,
  }
}

function paymentStatus(status: Stripe.PaymentIntent.Status): ProviderPayment['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'cancelled' : 'open'
}

/** The library refuses what is older than 300 s but takes what comes from the future: that is no honest clock either. */
const TOLERANCE_SECONDS = 300

function verifiedEvent(stripe: Stripe, body: Buffer, signature: string, secret: string, now: Date) {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt - now.getTime() / 1_000 <= TOLERANCE_SECONDS))
    throw new InvalidSignature('The signature is from the future')
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch (error) {
    throw new InvalidSignature(error instanceof Error ? error.message : 'The signature does not fit')
  }
}

/** The payment that an event is about: itself, or the one that a charge belongs to. */
function paymentIntentOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as { object?: string; id?: string; payment_intent?: string | { id: string } | null }
  if (seen.object === 'payment_intent') return seen.id ?? null
  return typeof seen.payment_intent === 'object' ? (seen.payment_intent?.id ?? null) : (seen.payment_intent ?? null)
}

/** Lets an error with one of these codes pass as undefined. */
function exceptWithCode(...codes: string[]) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '')
    if (!isExpected) throw error
  }
}

/** Lets the refusal of a parameter that names something unknown pass as undefined. */
function exceptMissing(parameter: string) {
  return (error: unknown): undefined => {
    const isExpected = error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter
    if (!isExpected || error.code !== 'resource_missing') throw error
  }
}

/** How often a failure that the provider keeps is walked around. */
const MAX_KEYS = 3

/**
 * Asks under a key, so that asking again is safe. The provider answers a key with what it answered before, even with
 * a failure of its own, for a day: only the next key gets another answer.
 */
async function underKey<Answer>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<Answer>,
  attempt = 1,
): Promise<Answer> {
  try {
    return await create({ idempotencyKey: attempt === 1 ? key : `${key}:${attempt}` })
  } catch (error) {
    if (attempt === MAX_KEYS || !isKeptFailure(error)) throw error
    return underKey(key, create, attempt + 1)
  }
}

function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'
}

/** A provider that does not answer is an expected "no": nobody was charged by us, and asking again is safe. */
async function translateErrors<Answer>(log: Log, what: string, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (!isAway(error)) throw error
    log.warn({ what, type: error.type, requestId: error.requestId }, 'the payment provider does not answer')
    throw new Refused('provider-away')
  }
}

function isAway(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
}
