import { encodeForm } from '../encode-form.ts'
import { showAuthenticationDialog } from './authentication-dialog.ts'
import {
  type ApiAnswer,
  callApi,
  integrationError,
  type PaymentIntentView,
  type StripeJsError,
  sandboxOrigin,
} from './call-api.ts'
import { createPaymentMethod, type PaymentMethodGiven } from './payment-methods.ts'

type PaymentResult = { paymentIntent: PaymentIntentView; error?: undefined } | { error: StripeJsError }

export interface ConfirmationGiven {
  payment_method?: string | PaymentMethodGiven
  receipt_email?: string
  setup_future_usage?: string
  return_url?: string
}

export async function confirmCardPayment(
  publishableKey: string,
  clientSecret: string,
  given: ConfirmationGiven = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<PaymentResult> {
  const { payment_method: chosen, receipt_email, setup_future_usage, return_url } = given
  const method = typeof chosen === 'object' ? await createPaymentMethod(publishableKey, chosen) : undefined
  if (method?.error) return { error: method.error }
  const answer = await callApi('POST', `/v1/payment_intents/${idIn(clientSecret)}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    payment_method: method?.paymentMethod.id ?? (chosen as string | undefined),
    receipt_email,
    setup_future_usage,
    // With its own handling the shop may want the address to redirect to; otherwise the dialog does the work.
    ...(handleActions ? { use_stripe_sdk: true } : { return_url }),
  })
  return handleActions ? finish(publishableKey, answer) : resultOf(answer)
}

export async function retrievePaymentIntent(publishableKey: string, clientSecret: string): Promise<PaymentResult> {
  return resultOf(await retrieve(publishableKey, clientSecret))
}

export async function handleNextAction(publishableKey: string, clientSecret: string): Promise<PaymentResult> {
  return finish(publishableKey, await retrieve(publishableKey, clientSecret))
}

function retrieve(publishableKey: string, clientSecret: string): Promise<ApiAnswer> {
  const fields = { key: publishableKey, client_secret: clientSecret }
  return callApi('GET', `/v1/payment_intents/${idIn(clientSecret)}`, fields)
}

/** Leads the cardholder through whatever the bank wants, and tells how the payment stands then. */
async function finish(publishableKey: string, answer: ApiAnswer): Promise<PaymentResult> {
  if (answer.error || answer.object.status !== 'requires_action') return resultOf(answer)
  const { next_action, client_secret } = answer.object
  if (next_action?.redirect_to_url) return leaveFor(next_action.redirect_to_url.url)
  const url = next_action?.use_stripe_sdk?.stripe_js
  if (!url) return resultOf(answer)
  if ((await showAuthenticationDialog(url)) === 'cancelled') await cancelAuthentication(url)
  return settledResult(await retrieve(publishableKey, client_secret))
}

function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

async function cancelAuthentication(url: string): Promise<void> {
  const body = encodeForm({ outcome: 'cancel' })
  // When this fails the payment still waits for its cardholder, and that is what the shop is told.
  await fetch(sandboxOrigin + new URL(url).pathname, { method: 'POST', body }).catch(() => undefined)
}

/** After the bank, an intent that wants another payment method has failed. */
function settledResult(answer: ApiAnswer): PaymentResult {
  if (answer.error || answer.object.status !== 'requires_payment_method') return resultOf(answer)
  const { last_payment_error } = answer.object
  const error: StripeJsError = { ...(last_payment_error ?? { type: 'card_error' }), payment_intent: answer.object }
  return { error: { ...error, ...wordsFor(error) } }
}

/** The API's text speaks to a developer; this one to the person who pays. */
function wordsFor({ code }: StripeJsError): { message?: string } {
  if (code !== 'payment_intent_authentication_failure') return {}
  return {
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

function resultOf(answer: ApiAnswer): PaymentResult {
  return answer.error ? { error: answer.error } : { paymentIntent: answer.object }
}

function idIn(clientSecret: string): string {
  const [, id] = /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret) ?? []
  if (id) return id
  throw integrationError('Invalid value for the client secret: it should look like pi_…_secret_….')
}
