import type { CardElementType, ShopFont } from '../frame-messages.ts'
import { integrationError } from './call-api.ts'
import { CardElement, type CardElementOptions } from './card-element.ts'
import {
  confirmCardPayment,
  confirmCardSetup,
  confirmPaypalPayment,
  handleNextAction,
  retrievePaymentIntent,
  retrieveSetupIntent,
} from './intents.ts'
import { createPaymentMethod, createToken } from './payment-methods.ts'

/** The elements that the sandbox supports. */
const knownTypes: readonly CardElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc']

/** React components have the name of their element. */
type TypeOrComponent = string | { __elementType?: string }

function createElements(options: { fonts?: ShopFont[] } = {}) {
  if ('paymentMethodTypes' in options) {
    throw integrationError('`paymentMethodTypes` is no longer supported. Use `allowedPaymentMethodTypes` instead.')
  }
  const elements = new Map<CardElementType, CardElement>()
  const group = crypto.randomUUID()
  const { fonts = [] } = options
  const mountedTypes = () => [...elements].filter(([, { isMounted }]) => isMounted).map(([type]) => type)

  return {
    create(type: string, elementOptions: CardElementOptions = {}): CardElement {
      const elementType = knownTypes.find((name) => name === type)
      if (!elementType) throw integrationError(`The sandbox does not support the Element "${type}".`)
      if (elements.has(elementType)) {
        throw integrationError(`Can only create one Element of type ${type} through an Elements instance.`)
      }
      const onDestroy = () => elements.delete(elementType)
      const element = new CardElement(elementType, elementOptions, { group, fonts, mountedTypes, onDestroy })
      elements.set(elementType, element)
      return element
    },
    getElement(typeOrComponent: TypeOrComponent): CardElement | null {
      const type = typeof typeOrComponent === 'string' ? typeOrComponent : (typeOrComponent?.__elementType ?? '')
      return elements.get(type as CardElementType) ?? null
    },
    update(): void {},
    async submit(): Promise<object> {
      return {}
    },
    async fetchUpdates(): Promise<object> {
      return {}
    },
  }
}

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

/** `loadStripe` compares the version with the release it expects. */
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
