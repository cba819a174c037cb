import { encodeForm } from '../encode-form.ts'
import { showAuthenticationDialog } from './authentication-dialog.ts'
import {
  type ApiAnswer,
  callApi,
  type IntentView,
  integrationError,
  type StripeJsError,
  sandboxOrigin,
} from './call-api.ts'

/** What payments and the keeping of cards have in common: an intent that a client secret gives access to. */

const resources = { pi: 'payment_intents', seti: 'setup_intents' } as const

/** `/v1/payment_intents/pi_…` */
export function addressOf(clientSecret: string, wanted: keyof typeof resources): string {
  const [, id, kind] = /^((pi|seti)_[A-Za-z0-9]+)_secret_/.exec(clientSecret) ?? []
  if (id && kind === wanted) return `/v1/${resources[wanted]}/${id}`
  throw integrationError(`Invalid value for the client secret: it should look like ${wanted}_…_secret_….`)
}

export function retrieveIntent(publishableKey: string, clientSecret: string): Promise<ApiAnswer> {
  const address = addressOf(clientSecret, clientSecret.startsWith('seti_') ? 'seti' : 'pi')
  return callApi('GET', address, { key: publishableKey, client_secret: clientSecret })
}

/** Leads the cardholder through whatever the bank wants, and tells how the intent stands then. */
export async function finishIntent(publishableKey: string, answer: ApiAnswer): Promise<ApiAnswer> {
  if (answer.error || answer.object.status !== 'requires_action') return answer
  const { next_action, client_secret } = answer.object
  if (next_action?.redirect_to_url) return leaveFor(next_action.redirect_to_url.url)
  const url = next_action?.use_stripe_sdk?.stripe_js
  if (!url) return answer
  if ((await showAuthenticationDialog(url)) === 'cancelled') await cancelAuthentication(url)
  return afterBank(await retrieveIntent(publishableKey, client_secret))
}

function leaveFor(url: string): Promise<never> {
  // Always the name that this page knows the sandbox by: another one need not be reachable from here.
  location.assign(sandboxOrigin + new URL(url).pathname)
  return new Promise(() => {})
}

async function cancelAuthentication(url: string): Promise<void> {
  const body = encodeForm({ outcome: 'cancel' })
  // When this fails the intent still waits for its cardholder, and that is what the shop is told.
  await fetch(sandboxOrigin + new URL(url).pathname, { method: 'POST', body }).catch(() => undefined)
}

/** After the bank, an intent that wants another payment method has failed. */
function afterBank(answer: ApiAnswer): ApiAnswer {
  if (answer.error || answer.object.status !== 'requires_payment_method') return answer
  const error = errorIn(answer.object)
  return { error: { ...error, ...wordsFor(error) } }
}

function errorIn(intent: IntentView): StripeJsError {
  const { last_payment_error, last_setup_error } = intent
  const owner = intent.object === 'setup_intent' ? { setup_intent: intent } : { payment_intent: intent }
  return { ...(last_payment_error ?? last_setup_error ?? { type: 'card_error' }), ...owner }
}

const failedAuthentication = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure']

/** The API's text speaks to a developer; this one to the person who pays. */
function wordsFor({ code = '' }: StripeJsError): { message?: string } {
  if (!failedAuthentication.includes(code)) return {}
  return {
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}
