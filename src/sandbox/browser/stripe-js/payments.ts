import type { FormFields } from '../encode-form.ts'
import { type ApiAnswer, callApi, type IntentView, integrationError, type StripeJsError } from './call-api.ts'
import { addressOf, finishIntent, retrieveIntent } from './follow-intent.ts'
import { createPaymentMethod, type PaymentMethodGiven } from './payment-methods.ts'

type PaymentResult = { paymentIntent: IntentView; error?: undefined } | { error: StripeJsError }

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
  const answer = await callApi('POST', `${addressOf(clientSecret, 'pi')}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    payment_method: method?.paymentMethod.id ?? (chosen as string | undefined),
    receipt_email,
    setup_future_usage,
    // With its own handling the shop may want the address to redirect to; otherwise the dialog does the work.
    ...(handleActions ? { use_stripe_sdk: true } : { return_url }),
  })
  return paymentResult(handleActions ? await finishIntent(publishableKey, answer) : answer)
}

export interface PaypalGiven {
  /** Where PayPal sends the payer afterwards. */
  return_url?: string
  payment_method?: string | { billing_details?: FormFields }
  receipt_email?: string
  setup_future_usage?: string
}

/** Leaves for PayPal; there is a result only when that is not possible, or not wanted. */
export async function confirmPaypalPayment(
  publishableKey: string,
  clientSecret: string,
  given: PaypalGiven = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<PaymentResult> {
  const { return_url, payment_method: chosen, receipt_email, setup_future_usage } = given
  if (!return_url) throw integrationError('confirmPayPalPayment needs a `return_url`: PayPal sends the payer there.')
  const { billing_details } = typeof chosen === 'object' ? chosen : {}
  const method =
    typeof chosen === 'string'
      ? { payment_method: chosen }
      : { payment_method_data: { type: 'paypal', billing_details } }
  const answer = await callApi('POST', `${addressOf(clientSecret, 'pi')}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    ...method,
    receipt_email,
    setup_future_usage,
    return_url,
  })
  return paymentResult(handleActions ? await finishIntent(publishableKey, answer) : answer)
}

export async function retrievePaymentIntent(publishableKey: string, clientSecret: string): Promise<PaymentResult> {
  addressOf(clientSecret, 'pi')
  return paymentResult(await retrieveIntent(publishableKey, clientSecret))
}

export function paymentResult(answer: ApiAnswer): PaymentResult {
  return answer.error ? { error: answer.error } : { paymentIntent: answer.object }
}
