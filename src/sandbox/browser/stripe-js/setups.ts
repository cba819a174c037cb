import { type ApiAnswer, callApi, type IntentView, type StripeJsError } from './call-api.ts'
import { addressOf, finishIntent, retrieveIntent } from './follow-intent.ts'
import { createPaymentMethod, type PaymentMethodGiven } from './payment-methods.ts'

type SetupResult = { setupIntent: IntentView; error?: undefined } | { error: StripeJsError }

export interface SetupGiven {
  payment_method?: string | PaymentMethodGiven
  return_url?: string
}

/** Keeps a card for later payments. */
export async function confirmCardSetup(
  publishableKey: string,
  clientSecret: string,
  { payment_method: chosen, return_url }: SetupGiven = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<SetupResult> {
  const address = addressOf(clientSecret, 'seti')
  const method = typeof chosen === 'object' ? await createPaymentMethod(publishableKey, chosen) : undefined
  if (method?.error) return { error: method.error }
  const answer = await callApi('POST', `${address}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    payment_method: method?.paymentMethod.id ?? (chosen as string | undefined),
    ...(handleActions ? { use_stripe_sdk: true } : { return_url }),
  })
  return setupResult(handleActions ? await finishIntent(publishableKey, answer) : answer)
}

export async function retrieveSetupIntent(publishableKey: string, clientSecret: string): Promise<SetupResult> {
  addressOf(clientSecret, 'seti')
  return setupResult(await retrieveIntent(publishableKey, clientSecret))
}

export function setupResult(answer: ApiAnswer): SetupResult {
  return answer.error ? { error: answer.error } : { setupIntent: answer.object }
}
