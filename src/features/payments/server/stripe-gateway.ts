import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import { type PaymentCalls, paymentCalls } from './payment-gateway.ts'
import { type Ask, translateErrors } from './provider-gateway.ts'
import { type RefundCalls, refundCalls } from './refund-gateway.ts'
import type { ProviderEvent } from './store.ts'
import { type SubscriptionCalls, subscriptionCalls } from './subscription-gateway.ts'

/** The payment provider: only gateways know its library. */
export type PaymentProvider = PaymentCalls &
  RefundCalls &
  SubscriptionCalls & {
    mode: 'sandbox' | 'stripe'
    /** For the browser. */
    publishableKey: string
    scriptUrl: string | null
    /** @throws InvalidSignature for a body that the provider did not sign, or not just now */
    readEvent: (body: Buffer, signature: string, now: Date) => ProviderEvent
  }

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
  const ask: Ask = (what, question) => translateErrors(log, what, question)

  return {
    mode: sandbox ? 'sandbox' : 'stripe',
    publishableKey,
    scriptUrl: sandbox ? `${sandbox.publicUrl}/stripe.js` : null,

    ...paymentCalls(stripe, ask),
    ...subscriptionCalls(stripe, ask),
    ...refundCalls(stripe, ask),

    readEvent(body, signature, now) {
      const event = verifiedEvent(stripe, body, signature, webhookSecret, now)
      const object = event.data.object
      return {
        id: event.id,
        type: event.type,
        paymentIntentId: paymentIntentOf(object),
        providerSubscriptionId: subscriptionOf(object),
      }
    },
  }
}

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' } as const
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

/** The subscription that an event is about: itself, or the one that an invoice belongs to. */
function subscriptionOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as Stripe.Subscription | Stripe.Invoice
  if (seen.object === 'subscription') return seen.id
  if (seen.object !== 'invoice') return null
  const subscription = seen.parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}
