import type { CardElementType, ShopFont } from '../frame-messages.ts'
import { integrationError } from './call-api.ts'
import { CardElement, type CardElementOptions } from './card-element.ts'

/** The elements that the sandbox supports. */
const knownTypes: readonly CardElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc']

/** React components carry the name of their element. */
type TypeOrComponent = string | { __elementType?: string }

export function createElements(options: { fonts?: ShopFont[] } = {}) {
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
