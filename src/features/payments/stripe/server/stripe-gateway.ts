import Stripe from 'stripe'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Log } from '#platform/server/log.ts'
import { verifySignature } from '../../webhooks/server/verify-signature.ts'
import { cardGateway } from './card-gateway.ts'
import { eventGateway, toProviderEvent } from './event-gateway.ts'
import { listingGateway } from './listing-gateway.ts'
import { paymentGateway } from './payment-gateway.ts'
import { refundGateway } from './refund-gateway.ts'
import { savedCardGateway } from './saved-card-gateway.ts'
import { createStripeRequest } from './stripe-request.ts'
import { subscriptionGateway } from './subscription-gateway.ts'

/** Pinned, because otherwise updating the library would change the version. */
export const API_VERSION = '2026-10-28.endive'

type Settings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Address of the embedded sandbox; undefined for Stripe's own servers. */
  sandbox: { url: string; publicUrl: string } | undefined
  log: Log
}

/** The payment provider. Only the gateways use Stripe's library. */
export type PaymentProvider = ReturnType<typeof openStripeGateway>

export function openStripeGateway(settings: Settings) {
  const { publishableKey, webhookSecret, sandbox, log } = settings
  const stripe = stripeClient(settings)
  const request = createStripeRequest(log)
  const mode: PaymentMode = sandbox ? 'sandbox' : 'stripe'
  return {
    mode,
    /** True if real money moves: not in the sandbox and not with Stripe's test keys. */
    isLive: !sandbox && settings.secretKey.includes('_live_'),
    /** Sent to the browser, like `scriptUrl`. */
    publishableKey,
    scriptUrl: sandbox ? `${sandbox.publicUrl}/stripe.js` : null,
    /** @throws InvalidSignature if Stripe did not sign the body, or did not sign it recently */
    readEvent: (body: Buffer, signature: string) =>
      toProviderEvent(verifySignature(stripe, body, signature, webhookSecret)),
    ...paymentGateway(stripe, request),
    ...refundGateway(stripe, request),
    ...subscriptionGateway(stripe, request),
    ...cardGateway(stripe, request),
    ...savedCardGateway(stripe, request),
    ...eventGateway(stripe, request),
    ...listingGateway(stripe, request),
  }
}

/** Connects to Stripe, or to the sandbox if set, with the pinned API version. */
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
