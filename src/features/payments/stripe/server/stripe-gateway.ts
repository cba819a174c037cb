import Stripe from 'stripe'
import type { Log } from '#platform/server/log.ts'
import { verifySignature } from '../../webhooks/server/verify-signature.ts'
import { type CardGateway, cardGateway } from './card-gateway.ts'
import { type EventGateway, eventGateway, type ProviderEvent, toProviderEvent } from './event-gateway.ts'
import { type ListingGateway, listingGateway } from './listing-gateway.ts'
import { type PaymentGateway, paymentGateway } from './payment-gateway.ts'
import { type RefundGateway, refundGateway } from './refund-gateway.ts'
import { createStripeRequest } from './stripe-request.ts'
import { type SubscriptionGateway, subscriptionGateway } from './subscription-gateway.ts'

/** The payment provider. Only the gateways use its library. */
export type PaymentProvider = PaymentGateway &
  RefundGateway &
  SubscriptionGateway &
  CardGateway &
  EventGateway &
  ListingGateway & {
    mode: 'sandbox' | 'stripe'
    /** True if real money moves: not in the sandbox and not with Stripe's test keys. */
    isLive: boolean
    /** Used in the browser. */
    publishableKey: string
    scriptUrl: string | null
    /** @throws InvalidSignature if Stripe did not sign the body, or not recently */
    readEvent: (body: Buffer, signature: string) => ProviderEvent
  }

/** Pinned, because an update of the library would otherwise change the version. */
export const API_VERSION = '2026-10-28.endive'

type Settings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Address of the embedded sandbox; undefined for Stripe's own servers. */
  sandbox: { url: string; publicUrl: string } | undefined
  log: Log
}

export function openStripeGateway(settings: Settings): PaymentProvider {
  const { publishableKey, webhookSecret, sandbox, log } = settings
  const stripe = stripeClient(settings)
  const request = createStripeRequest(log)

  return {
    mode: sandbox ? 'sandbox' : 'stripe',
    isLive: !sandbox && settings.secretKey.includes('_live_'),
    publishableKey,
    scriptUrl: sandbox ? `${sandbox.publicUrl}/stripe.js` : null,

    ...paymentGateway(stripe, request),
    ...refundGateway(stripe, request),
    ...subscriptionGateway(stripe, request),
    ...cardGateway(stripe, request),
    ...eventGateway(stripe, request),
    ...listingGateway(stripe, request),

    readEvent: (body, signature) => toProviderEvent(verifySignature(stripe, body, signature, webhookSecret)),
  }
}

/** Connects to Stripe, or to the sandbox if set, in the pinned API version. */
export function stripeClient({ secretKey, sandbox }: Pick<Settings, 'secretKey' | 'sandbox'>): Stripe {
  return new Stripe(secretKey, {
    ...(sandbox && toHostOptions(sandbox.url)),
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  })
}

function toHostOptions(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' } as const
}
