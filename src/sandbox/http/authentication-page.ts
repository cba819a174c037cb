import { completeAuthentication, failAuthentication, findAuthentication } from '../payments/authenticate-payment.ts'
import { paymentIntents } from '../payments/payment-intent.ts'
import type { Intent } from '../payments/require-payment-intent.ts'
import type { Provider } from '../provider.ts'
import {
  completeSetupAuthentication,
  failSetupAuthentication,
  findSetupAuthentication,
} from '../setup-intents/authenticate-setup.ts'
import { setupIntents } from '../setup-intents/setup-intent.ts'
import type { Call } from '../wire/operation.ts'

/** The cardholder's bank, `/authenticate/pi_…/<token>` (or `seti_…`), or PayPal, `/paypal/pi_…/<token>`: two buttons. */
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

/** What the bank asks the cardholder about. */
interface Question {
  /** Without an amount the card is only kept for later. */
  shown: { amount: number | null; currency: string | null; description: string | null }
  returnUrl: string | null
  complete(): void
  fail(): void
  /** How the intent stands now. */
  intent(): Intent
}

function findQuestion(call: Call, { intent: id, token }: AuthenticationAddress): Question | undefined {
  return id.startsWith('seti_') ? findSetupQuestion(call, id, token) : findPaymentQuestion(call, id, token)
}

function findPaymentQuestion(call: Call, id: string, token: string): Question | undefined {
  const found = findAuthentication(call, id, token)
  if (!found) return undefined
  const { amount, currency, description } = found.intent
  return {
    shown: { amount, currency, description },
    returnUrl: found.attempt.returnUrl,
    complete: () => completeAuthentication(call, found),
    fail: () => failAuthentication(call, found),
    intent: () => call.objects.get(paymentIntents, id),
  }
}

function findSetupQuestion(call: Call, id: string, token: string): Question | undefined {
  const found = findSetupAuthentication(call, id, token)
  if (!found) return undefined
  return {
    shown: { amount: null, currency: null, description: null },
    returnUrl: found.attempt.returnUrl,
    complete: () => completeSetupAuthentication(call, found),
    fail: () => failSetupAuthentication(call, found),
    intent: () => call.objects.get(setupIntents, id),
  }
}

const outcomes: Record<string, (question: Question) => void> = {
  complete: (question) => question.complete(),
  fail: (question) => question.fail(),
  // Closing the dialog leaves the payment as a refusal does.
  cancel: (question) => question.fail(),
}

const nobody = { caller: 'secret-key', clientSecret: undefined, requestId: null, idempotencyKey: null } as const

/** The page asks what it is about; an answered or replaced attempt is `null`. */
export function describeAuthentication(provider: Provider, given: AuthenticationAddress) {
  return provider.perform(nobody, (call) => findQuestion(call, given)?.shown ?? null)
}

/** Where the customer goes on, or `null` when a page with Stripe.js is waiting. */
export function answerAuthentication(
  provider: Provider,
  given: AuthenticationAddress,
  outcome: string,
): { location: string | null } | undefined {
  return provider.perform(nobody, (call) => {
    const question = findQuestion(call, given)
    const settle = outcomes[outcome]
    if (!question || !settle) return undefined
    settle(question)
    return { location: returnAddress(question) }
  })
}

function returnAddress({ returnUrl, intent }: Question): string | null {
  if (!returnUrl) return null
  const { object, id, client_secret, status } = intent()
  const url = new URL(returnUrl)
  url.searchParams.set(object, id)
  url.searchParams.set(`${object}_client_secret`, client_secret)
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded')
  return url.href
}
