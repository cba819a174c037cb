import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import { type ComparisonCalls, comparisonCalls } from './comparison-gateway.ts'
import { type DeclineCalls, declineCalls } from './decline-gateway.ts'
import { type EventCalls, eventCalls, providerEvent } from './event-gateway.ts'
import { type PaymentCalls, paymentCalls } from './payment-gateway.ts'
import { askProvider } from './provider-gateway.ts'
import { type RefundCalls, refundCalls } from './refund-gateway.ts'
import type { ProviderEvent } from './store.ts'
import { type SubscriptionCalls, subscriptionCalls } from './subscription-gateway.ts'

/** The payment provider: only gateways know its library. */
export type PaymentProvider = PaymentCalls &
  RefundCalls &
  SubscriptionCalls &
  DeclineCalls &
  EventCalls &
  ComparisonCalls & {
    mode: 'sandbox' | 'stripe'
    /** Whether money moves: not in the sandbox, and not with the provider's test keys. */
    isLive: boolean
    /** For the browser. */
    publishableKey: string
    scriptUrl: string | null
    /** @throws InvalidSignature for a body that the provider did not sign, or not just now */
    readEvent: (body: Buffer, signature: string) => ProviderEvent
  }

export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** The one that this code was written for: a new library would otherwise bring its own. */
export const API_VERSION = '2026-10-28.endive'

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
  const stripe = stripeClient(settings)
  const ask = askProvider(log)

  return {
    mode: sandbox ? 'sandbox' : 'stripe',
    isLive: !sandbox && settings.secretKey.includes('_live_'),
    publishableKey,
    scriptUrl: sandbox ? `${sandbox.publicUrl}/stripe.js` : null,

    ...paymentCalls(stripe, ask),
    ...refundCalls(stripe, ask),
    ...subscriptionCalls(stripe, ask),
    ...declineCalls(stripe, ask),
    ...eventCalls(stripe, ask),
    ...comparisonCalls(stripe, ask),

    readEvent: (body, signature) => providerEvent(verifiedEvent(stripe, body, signature, webhookSecret)),
  }
}

/** The provider's own servers, unless a sandbox stands in for them; in the one version that this code was written for. */
export function stripeClient({ secretKey, sandbox }: Pick<Settings, 'secretKey' | 'sandbox'>): Stripe {
  return new Stripe(secretKey, {
    ...(sandbox && addressOf(sandbox.url)),
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  })
}

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' } as const
}

/** The library refuses what is older than 300 s but takes what comes from the future: that is no honest clock either. */
const TOLERANCE_SECONDS = 300

/** By real time: the provider signs when it sends, whatever day the sandbox shows. */
function verifiedEvent(stripe: Stripe, body: Buffer, signature: string, secret: string) {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt - Date.now() / 1_000 <= TOLERANCE_SECONDS))
    throw new InvalidSignature('The signature is from the future')
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
  } catch (error) {
    throw new InvalidSignature(error instanceof Error ? error.message : 'The signature does not fit')
  }
}
