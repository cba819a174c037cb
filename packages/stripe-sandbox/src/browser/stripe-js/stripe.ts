import { integrationError } from './call-api.ts'
import { createElements } from './elements.ts'
import {
  confirmCardPayment,
  confirmCardSetup,
  confirmPaypalPayment,
  handleNextAction,
  retrievePaymentIntent,
  retrieveSetupIntent,
} from './intents.ts'
import { createPaymentMethod, createToken } from './payment-methods.ts'

/** The part of Stripe.js that the product uses. Like the original, it is called without `new`. */
function createStripe(publishableKey: string) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key. You used an empty string or a secret key.')
  }
  return {
    elements: createElements,
    createToken: createToken.bind(null, publishableKey),
    createPaymentMethod: createPaymentMethod.bind(null, publishableKey),
    confirmCardPayment: confirmCardPayment.bind(null, publishableKey),
    confirmPayPalPayment: confirmPaypalPayment.bind(null, publishableKey),
    confirmCardSetup: confirmCardSetup.bind(null, publishableKey),
    retrieveSetupIntent: retrieveSetupIntent.bind(null, publishableKey),
    retrievePaymentIntent: retrievePaymentIntent.bind(null, publishableKey),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handleNextAction(publishableKey, clientSecret),
    handleCardAction: handleNextAction.bind(null, publishableKey),
    _registerWrapper(): void {},
    registerAppInfo(): void {},
  }
}

/** `loadStripe` compares this with the release that it expects. */
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
