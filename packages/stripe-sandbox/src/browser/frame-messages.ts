import type { FormFields } from './encode-form.ts'

/** The messages between the shop's page and the card frame. This file contains only types, so no script includes it. */

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
  /** Only sent by fields that contain the card number. */
  brand?: string
  /** Only sent by the combined card field. */
  value?: { postalCode: string }
}

type StyleVariant = Record<string, string | Record<string, string>>

/** One of the shop's font files, for the text in the fields. */
export interface ShopFont {
  family: string
  src: string
  weight?: string
  style?: string
}

export interface ElementOptions {
  fonts?: ShopFont[]
  style?: { base?: StyleVariant; invalid?: StyleVariant }
  hidePostalCode?: boolean
  disabled?: boolean
  /** This and `showIcon` apply only to split fields. */
  placeholder?: string
  showIcon?: boolean
  value?: { postalCode?: string }
}

export interface CardRequest {
  kind: 'exchange'
  /** The frame's response has the same id. */
  id: string
  what: 'payment-method' | 'token'
  publishableKey: string
  billingDetails: FormFields
  /** Set if the cardholder has answered whether to be offered the card again. */
  allowRedisplay?: string | undefined
  /** The other mounted fields of the same card. */
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
