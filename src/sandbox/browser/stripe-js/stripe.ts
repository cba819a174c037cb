import { integrationError } from './call-api.ts'
import { createElements } from './elements.ts'
import { finishIntent, retrieveIntent } from './follow-intent.ts'
import { createPaymentMethod, createToken, type PaymentMethodGiven } from './payment-methods.ts'
import {
  type ConfirmationGiven,
  confirmCardPayment,
  confirmPaypalPayment,
  type PaypalGiven,
  paymentResult,
  retrievePaymentIntent,
} from './payments.ts'
import { confirmCardSetup, retrieveSetupIntent, type SetupGiven, setupResult } from './setups.ts'

interface ActionOptions {
  handleActions?: boolean
}

async function handleNextAction(publishableKey: string, clientSecret: string) {
  const answer = await finishIntent(publishableKey, await retrieveIntent(publishableKey, clientSecret))
  return clientSecret.startsWith('seti_') ? setupResult(answer) : paymentResult(answer)
}

/** The public surface of Stripe.js, as far as the product uses it; without `new`, like the original. */
function createStripe(publishableKey: string) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key. You used an empty string or a secret key.')
  }
  return {
    elements: createElements,
    createToken: (element: unknown) => createToken(publishableKey, element),
    createPaymentMethod: (given: PaymentMethodGiven) => createPaymentMethod(publishableKey, given),
    confirmCardPayment: (clientSecret: string, given?: ConfirmationGiven, options?: ActionOptions) =>
      confirmCardPayment(publishableKey, clientSecret, given, options),
    confirmPayPalPayment: (clientSecret: string, given?: PaypalGiven, options?: ActionOptions) =>
      confirmPaypalPayment(publishableKey, clientSecret, given, options),
    confirmCardSetup: (clientSecret: string, given?: SetupGiven, options?: ActionOptions) =>
      confirmCardSetup(publishableKey, clientSecret, given, options),
    retrieveSetupIntent: (clientSecret: string) => retrieveSetupIntent(publishableKey, clientSecret),
    retrievePaymentIntent: (clientSecret: string) => retrievePaymentIntent(publishableKey, clientSecret),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handleNextAction(publishableKey, clientSecret),
    handleCardAction: (clientSecret: string) => handleNextAction(publishableKey, clientSecret),
    _registerWrapper(): void {},
    registerAppInfo(): void {},
  }
}

/** `loadStripe` compares this with the release it was made for. */
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
