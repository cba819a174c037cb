import {
  type Authentication,
  completeAuthentication,
  failAuthentication,
  findAuthentication,
} from '../payments/authenticate-payment.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import type { Provider } from '../provider.ts'
import type { Call } from '../wire/operation.ts'

/** The cardholder's bank, `/authenticate/pi_…/<token>`, or PayPal, `/paypal/pi_…/<token>`: a page with two buttons. */
const address = /^(\/authenticate|\/paypal)\/(pi_[A-Za-z0-9]+)\/([0-9a-f]+)$/

export interface AuthenticationAddress {
  page: string
  intent: string
  token: string
}

export function parseAuthenticationAddress(path: string): AuthenticationAddress | undefined {
  const [, page, intent, token] = address.exec(path) ?? []
  return page && intent && token ? { page, intent, token } : undefined
}

const outcomes: Record<string, (call: Call, authentication: Authentication) => void> = {
  complete: completeAuthentication,
  fail: failAuthentication,
  // Closing the dialog leaves the payment as a refusal does.
  cancel: failAuthentication,
}

const nobody = { caller: 'secret-key', clientSecret: undefined, requestId: null, idempotencyKey: null } as const

/** The page asks what it is about; an answered or replaced attempt is `null`. */
export function describeAuthentication(provider: Provider, { intent: id, token }: AuthenticationAddress) {
  return provider.perform(nobody, (call) => {
    const found = findAuthentication(call, id, token)
    if (!found) return null
    const { amount, currency, description } = found.intent
    return { amount, currency, description }
  })
}

/** Where the customer goes on, or `null` when a page with Stripe.js is waiting. */
export function answerAuthentication(
  provider: Provider,
  { intent: id, token }: AuthenticationAddress,
  outcome: string,
): { location: string | null } | undefined {
  return provider.perform(nobody, (call) => {
    const authentication = findAuthentication(call, id, token)
    const settle = outcomes[outcome]
    if (!authentication || !settle) return undefined
    settle(call, authentication)
    return { location: returnAddress(call, authentication) }
  })
}

function returnAddress(call: Call, { intent, attempt }: Authentication): string | null {
  if (!attempt.returnUrl) return null
  const now = call.objects.get(paymentIntents, intent.id)
  const url = new URL(attempt.returnUrl)
  url.searchParams.set('payment_intent', now.id)
  url.searchParams.set('payment_intent_client_secret', now.client_secret)
  url.searchParams.set('redirect_status', now.status === 'requires_payment_method' ? 'failed' : 'succeeded')
  return url.href
}
