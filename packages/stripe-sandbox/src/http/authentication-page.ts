import {
  type Authentication,
  completeAuthentication,
  failAuthentication,
  findAuthentication,
  getAnyIntent,
} from '../payments/authenticate-intent.ts'
import type { Provider } from '../provider.ts'
import type { Call } from '../wire/operation.ts'

/** The page of the bank, `/authenticate/pi_…/<token>` (or `seti_…`), or of PayPal, `/paypal/pi_…/<token>`. */
const address = /^(\/authenticate|\/paypal)\/((?:pi|seti)_[A-Za-z0-9]+)\/([0-9a-f]+)$/

export interface AuthenticationAddress {
  page: string
  intent: string
  token: string
}

export function parseAuthenticationAddress(path: string): AuthenticationAddress | undefined {
  const [, page, intent, token] = address.exec(path) ?? []
  return page && intent && token ? { page, intent, token } : undefined
}

const outcomes: Record<string, typeof completeAuthentication> = {
  complete: completeAuthentication,
  fail: failAuthentication,
  // Closing the dialog fails the payment, as a refusal does.
  cancel: failAuthentication,
}

/** Returns the payment for the page to show, or `null` if the attempt is answered or replaced. */
export function describeAuthentication(provider: Provider, { intent: id, token }: AuthenticationAddress) {
  return provider.act((call) => {
    const intent = findAuthentication(call, id, token)?.intent
    if (!intent) return null
    // Without an amount, the shop only saves the card for later.
    if (intent.object === 'setup_intent') return { amount: null, currency: null, description: null }
    const { amount, currency, description } = intent
    return { amount, currency, description }
  })
}

/** @returns the address to redirect the customer to; `null` if a page with Stripe.js is waiting */
export function answerAuthentication(
  provider: Provider,
  { intent, token }: AuthenticationAddress,
  outcome: string,
): { location: string | null } | undefined {
  return provider.act((call) => {
    const authentication = findAuthentication(call, intent, token)
    const settle = outcomes[outcome]
    if (!authentication || !settle) return undefined
    settle(call, authentication)
    return { location: returnAddress(call, authentication) }
  })
}

function returnAddress(call: Call, { attempt, intent }: Authentication): string | null {
  if (!attempt.returnUrl) return null
  const { object, id, client_secret, status } = getAnyIntent(call, intent.id)
  const url = new URL(attempt.returnUrl)
  url.searchParams.set(object, id)
  url.searchParams.set(`${object}_client_secret`, client_secret)
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded')
  return url.href
}
