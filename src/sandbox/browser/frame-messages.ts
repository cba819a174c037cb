import type { FormFields } from './encode-form.ts'

/** What the shop's page and the card frame tell each other. Types only: nothing of this is in the scripts. */

export type CardElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc'

export interface CardError {
  type: 'validation_error' | 'api_connection_error'
  code?: string
  message: string
}

export interface CardChange {
  empty: boolean
  complete: boolean
  error: CardError | undefined
  /** Only where the number is. */
  brand?: string
  /** Only of the single field with everything in it. */
  value?: { postalCode: string }
}

type StyleVariant = Record<string, string | Record<string, string>>

export interface ElementOptions {
  style?: { base?: StyleVariant; invalid?: StyleVariant }
  hidePostalCode?: boolean
  disabled?: boolean
  /** Only of a field that stands alone, like the next. */
  placeholder?: string
  showIcon?: boolean
  value?: { postalCode?: string }
}

export interface CardRequest {
  kind: 'exchange'
  /** Names the answer. */
  id: string
  what: 'payment-method' | 'token'
  publishableKey: string
  billingDetails: FormFields
  /** The fields of the same card that stand on the page beside the number. */
  siblings: CardElementType[]
}

export type ToFrame = { kind: 'options'; options: ElementOptions } | { kind: 'focus' | 'blur' | 'clear' } | CardRequest

export type CardResult =
  | { error: { type: string; message?: string } }
  | { paymentMethod: { id: string } }
  | { token: object }

export type FromFrame =
  | { kind: 'ready' | 'focus' | 'blur' | 'escape' | 'submit' }
  | { kind: 'change'; change: CardChange }
  | { kind: 'height'; pixels: number }
  | { kind: 'result'; id: string; result: CardResult }
