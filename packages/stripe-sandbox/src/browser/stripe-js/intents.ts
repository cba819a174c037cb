import { encodeForm, type FormFields } from '../encode-form.ts'
import { showAuthenticationDialog } from './authentication-dialog.ts'
import {
  type ApiAnswer,
  callApi,
  type IntentView,
  integrationError,
  type StripeJsError,
  sandboxOrigin,
} from './call-api.ts'
import { createPaymentMethod, type PaymentMethodData } from './payment-methods.ts'

/** Payments and setups are both intents that a client secret gives access to. */

const resources = { pi: 'payment_intents', seti: 'setup_intents' } as const

type Prefix = keyof typeof resources

type PaymentResult = { paymentIntent: IntentView; error?: undefined } | { error: StripeJsError }

type SetupResult = { setupIntent: IntentView; error?: undefined } | { error: StripeJsError }

interface ActionOptions {
  handleActions?: boolean
}

interface CardData {
  payment_method?: string | PaymentMethodData
  return_url?: string
}

interface PaymentFields {
  receipt_email?: string
  setup_future_usage?: string
}

export async function confirmCardPayment(
  publishableKey: string,
  clientSecret: string,
  data: CardData & PaymentFields = {},
  options: ActionOptions = {},
): Promise<PaymentResult> {
  const { receipt_email, setup_future_usage } = data
  const fields = { receipt_email, setup_future_usage }
  return paymentResult(await confirmCard('pi', publishableKey, clientSecret, { data, fields, options }))
}

/** Saves a card for later payments. */
export async function confirmCardSetup(
  publishableKey: string,
  clientSecret: string,
  data: CardData = {},
  options: ActionOptions = {},
): Promise<SetupResult> {
  return setupResult(await confirmCard('seti', publishableKey, clientSecret, { data, fields: {}, options }))
}

interface CardConfirmation {
  data: CardData
  fields: PaymentFields
  options: ActionOptions
}

async function confirmCard(
  prefix: Prefix,
  key: string,
  client_secret: string,
  { data: { payment_method: chosen, return_url }, fields, options: { handleActions = true } }: CardConfirmation,
): Promise<ApiAnswer> {
  const address = toIntentPath(client_secret, prefix)
  const method = typeof chosen === 'object' ? await createPaymentMethod(key, chosen) : undefined
  if (method?.error) return { error: method.error }
  const answer = await callApi('POST', `${address}/confirm`, {
    key,
    client_secret,
    payment_method: method?.paymentMethod.id ?? (chosen as string | undefined),
    ...fields,
    // If the shop handles actions itself it may want a redirect; otherwise this script shows the dialog.
    ...(handleActions ? { use_stripe_sdk: true } : { return_url }),
  })
  return handleActions ? finishIntent(key, answer) : answer
}

interface PaypalData extends PaymentFields {
  /** PayPal sends the payer to this address afterwards. */
  return_url?: string
  payment_method?: string | { billing_details?: FormFields }
}

/** Redirects to PayPal. It returns only if the redirect is impossible or not wanted. */
export async function confirmPaypalPayment(
  key: string,
  client_secret: string,
  { return_url, payment_method: chosen, receipt_email, setup_future_usage }: PaypalData = {},
  { handleActions = true }: ActionOptions = {},
): Promise<PaymentResult> {
  if (!return_url) throw integrationError('confirmPayPalPayment needs a `return_url`: PayPal sends the payer there.')
  const { billing_details } = typeof chosen === 'object' ? chosen : {}
  const method =
    typeof chosen === 'string'
      ? { payment_method: chosen }
      : { payment_method_data: { type: 'paypal', billing_details } }
  const fields = { key, client_secret, ...method, receipt_email, setup_future_usage, return_url }
  const answer = await callApi('POST', `${toIntentPath(client_secret, 'pi')}/confirm`, fields)
  return paymentResult(handleActions ? await finishIntent(key, answer) : answer)
}

export async function retrievePaymentIntent(publishableKey: string, clientSecret: string): Promise<PaymentResult> {
  return paymentResult(await retrieveIntent('pi', publishableKey, clientSecret))
}

export async function retrieveSetupIntent(publishableKey: string, clientSecret: string): Promise<SetupResult> {
  return setupResult(await retrieveIntent('seti', publishableKey, clientSecret))
}

export async function handleNextAction(publishableKey: string, clientSecret: string) {
  const prefix = toPrefix(clientSecret)
  const found = await retrieveIntent(prefix, publishableKey, clientSecret)
  if (found.object && found.object.status !== 'requires_action') {
    const name = prefix === 'seti' ? 'SetupIntent' : 'PaymentIntent'
    throw integrationError(`handleNextAction: The ${name} supplied is not in the requires_action state.`)
  }
  const answer = await finishIntent(publishableKey, found)
  return prefix === 'seti' ? setupResult(answer) : paymentResult(answer)
}

function paymentResult(answer: ApiAnswer): PaymentResult {
  return answer.error ? { error: answer.error } : { paymentIntent: answer.object }
}

function setupResult(answer: ApiAnswer): SetupResult {
  return answer.error ? { error: answer.error } : { setupIntent: answer.object }
}

function toPrefix(clientSecret: string): Prefix {
  return clientSecret.startsWith('seti_') ? 'seti' : 'pi'
}

/** `/v1/payment_intents/pi_…` */
function toIntentPath(clientSecret: string, wanted: Prefix): string {
  const [, id, kind] = /^((pi|seti)_[A-Za-z0-9]+)_secret_/.exec(clientSecret) ?? []
  if (id && kind === wanted) return `/v1/${resources[wanted]}/${id}`
  throw integrationError(`Invalid value for the client secret: it should look like ${wanted}_…_secret_….`)
}

function retrieveIntent(prefix: Prefix, key: string, client_secret: string): Promise<ApiAnswer> {
  return callApi('GET', toIntentPath(client_secret, prefix), { key, client_secret })
}

/** Shows the bank's page to the cardholder and reads the intent afterwards. */
async function finishIntent(publishableKey: string, answer: ApiAnswer): Promise<ApiAnswer> {
  if (answer.error || answer.object.status !== 'requires_action') return answer
  const { next_action, client_secret } = answer.object
  if (next_action?.redirect_to_url) return redirectTo(next_action.redirect_to_url.url)
  const url = next_action?.use_stripe_sdk?.stripe_js
  if (!url) return answer
  if ((await showAuthenticationDialog(url)) === 'cancelled') await cancelAuthentication(url)
  return toBankResult(await retrieveIntent(toPrefix(client_secret), publishableKey, client_secret))
}

function redirectTo(url: string): Promise<never> {
  // Use the sandbox's name from this page, because the browser may not reach another one.
  location.assign(sandboxOrigin + new URL(url).pathname)
  return new Promise(() => {})
}

async function cancelAuthentication(url: string): Promise<void> {
  const body = encodeForm({ outcome: 'cancel' })
  // If this fails, the intent still waits for its cardholder, and the shop sees that status.
  await fetch(sandboxOrigin + new URL(url).pathname, { method: 'POST', body }).catch(() => undefined)
}

/** If an intent requires another payment method after the bank, its payment failed. */
function toBankResult(answer: ApiAnswer): ApiAnswer {
  if (answer.error || answer.object.status !== 'requires_payment_method') return answer
  const error = toIntentError(answer.object)
  return { error: { ...error, ...customerMessage(error) } }
}

function toIntentError(intent: IntentView): StripeJsError {
  const { last_payment_error, last_setup_error } = intent
  const owner = intent.object === 'setup_intent' ? { setup_intent: intent } : { payment_intent: intent }
  return { ...(last_payment_error ?? last_setup_error ?? { type: 'card_error' }), ...owner }
}

const failedAuthentication = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure']

/** The API's message is for developers; this one is for the customer. */
function customerMessage({ code = '' }: StripeJsError): { message?: string } {
  if (!failedAuthentication.includes(code)) return {}
  return {
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}
