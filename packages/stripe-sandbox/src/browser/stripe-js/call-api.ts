import { encodeForm, type FormFields } from '../encode-form.ts'

export interface StripeJsError {
  type: string
  code?: string
  decline_code?: string
  message?: string
  payment_intent?: IntentView
  setup_intent?: IntentView
}

/** The fields of a PaymentIntent or SetupIntent that this script reads. */
export interface IntentView {
  id: string
  object: 'payment_intent' | 'setup_intent'
  client_secret: string
  status: string
  next_action: {
    type: string
    use_stripe_sdk?: { stripe_js: string }
    redirect_to_url?: { url: string }
  } | null
  last_payment_error?: StripeJsError | null
  last_setup_error?: StripeJsError | null
}

export type ApiAnswer = { error: StripeJsError; object?: undefined } | { object: IntentView; error?: undefined }

/** The origin of this script, which also serves the API and the frames. */
export const sandboxOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin

export async function callApi(method: 'GET' | 'POST', path: string, fields: FormFields): Promise<ApiAnswer> {
  const form = encodeForm(fields)
  try {
    const response =
      method === 'GET'
        ? await fetch(`${sandboxOrigin}${path}?${form}`)
        : await fetch(sandboxOrigin + path, { method, body: form })
    const answer = await response.json()
    return response.ok ? { object: answer } : { error: answer.error }
  } catch {
    // The connection broke. The call may have taken effect, so the shop's server must check.
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

/** Thrown for mistakes in the shop's code, as in Stripe.js, but not for the customer's mistakes. */
export function integrationError(message: string): Error {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}
