import poppins from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url'
import type { Stripe, StripeCardElement, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { createTrustedTypesPolicy } from '#platform/web/trusted-types.ts'
import type { Quote } from '../../checkout/contract.ts'

/** The interface between checkout and card entry, independent of the provider. */
export type CardEntry = {
  /** Why the buyer cannot pay yet, or null. Field errors are then shown next to the fields. */
  findProblem: () => string | null
  /** Focuses the first field with an error. */
  focus: () => void
  /** True if the payment continues on another page, so that the draft must be saved. */
  leavesPage: () => boolean
  pay: TakePayment
  /** Pays with a card that the member has saved. */
  payWithSaved: (cardId: string) => TakePayment
  /** Continues a 3-D Secure check that was in progress when the page was reloaded. */
  resume: TakePayment
  /** Saves a card for later payments. Only the card form has it. */
  setUp?: SetUpCard
  setUpSaved?: (cardId: string) => SetUpCard
}

export type CardEntryProps = {
  ref: RefObject<CardEntry | null>
  provider: Quote['provider']
  billing: Quote['package']['billing']
  /** Whether the card that is entered is kept, so that the member is offered it again. */
  keeping: 'by-choice' | 'always' | 'never'
  isBackFromPaypal: boolean
  isLoading: boolean
  isLocked: boolean
  /** 'ready' once the buyer can type in the card field, which is some time after the script has loaded. */
  onLoad: (library: 'ready' | 'failed') => void
  onEdit: () => void
}

/** Even slow phones load the card field within this time. After that, the buyer sees a message. */
const LOAD_TIMEOUT_MS = 20_000

/** The Stripe library, or null until it has loaded. Sandbox and live keys use the same code. */
export function useStripeLibrary({
  provider,
  isLoading,
  onLoad,
}: Pick<CardEntryProps, 'provider' | 'isLoading' | 'onLoad'>): Stripe | null {
  const { publishableKey, scriptUrl } = provider
  const [stripe, setStripe] = useState<Stripe | null>(null)

  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => onLoad('failed'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isLoading, onLoad])

  useEffect(() => {
    let isMounted = true
    loadLibrary(publishableKey, scriptUrl).then(
      (loaded) => {
        if (isMounted) setStripe(loaded)
      },
      (error: unknown) => {
        console.warn(error instanceof Error ? error.message : error)
        if (isMounted) onLoad('failed')
      },
    )
    return () => {
      isMounted = false
    }
  }, [publishableKey, scriptUrl, onLoad])

  return stripe
}

/** Stripe's iframes cannot see our font, so pass its address. */
export const elementOptions = () => ({
  fonts: [{ family: 'Poppins', src: `url(${new URL(poppins, window.location.origin).href})`, weight: '400' }],
})

/** Stripe's iframes cannot see our style sheet either, so they get its colours, again if the colour scheme changes. */
export function useElementStyle() {
  const colours = useSyncExternalStore(subscribeToScheme, readColours)
  const [ink, muted, danger] = colours.split(' ')
  return {
    base: {
      color: ink,
      iconColor: muted,
      fontFamily: 'Poppins, ui-sans-serif, system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: muted },
    },
    invalid: { color: danger, iconColor: danger },
  }
}

/** A string, because React compares snapshots by identity. */
function readColours(): string {
  const root = getComputedStyle(document.documentElement)
  return ['ink', 'muted', 'danger'].map((name) => root.getPropertyValue(`--color-${name}`).trim()).join(' ')
}

function subscribeToScheme(onChange: () => void): () => void {
  const isDark = matchMedia('(prefers-color-scheme: dark)')
  isDark.addEventListener('change', onChange)
  return () => isDark.removeEventListener('change', onChange)
}

/**
 * Shows focus and errors on our frame around the Stripe field. Stripe's iframe has a light scheme: in a dark one, the
 * browser would give it a white background.
 */
export const elementFrameClass = (hasError: boolean) =>
  `relative flex min-h-12 [&_iframe]:scheme-light flex-col justify-center rounded-md bg-surface px-4 py-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-primary has-[.StripeElement--focus]:outline-3 has-[.StripeElement--focus]:outline-offset-2 has-[.StripeElement--focus]:outline-primary ${hasError ? 'border-2 border-danger' : 'border border-field'}`

type CardElement = StripeCardElement | StripeCardNumberElement

/**
 * A payment with the card that has been entered. To keep the card, Stripe must know that it will be used again, and that
 * the member has agreed to be offered it.
 */
export function toCardPayment(card: CardElement, billing_details: Payer, keepsCard: boolean) {
  const method = { card, billing_details }
  if (!keepsCard) return { payment_method: method }
  return { payment_method: { ...method, ...offeredAgain }, setup_future_usage: 'on_session' as const }
}

export const offeredAgain = { allow_redisplay: 'always' } as const

const NOT_USABLE = 'This card can no longer be used. Choose another card, or enter one.'

export function payWithSavedCard(stripe: Stripe | null, cardId: string): TakePayment {
  return async ({ clientSecret }) => {
    if (!stripe) return { outcome: 'refused', message: NOT_LOADED }
    const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: cardId })
    const payment = toPaymentOutcome(error)
    const isMisused = payment.outcome === 'unknown' && error?.type === 'invalid_request_error'
    // Stripe's message about a card that has just been removed is written for developers.
    return isMisused ? { ...payment, message: NOT_USABLE } : payment
  }
}

export function toPaymentOutcome(error: StripeError | undefined): PaymentOutcome {
  if (!error) return { outcome: 'taken' }
  return { outcome: isRefusal(error) ? 'refused' : 'unknown', message: error.message }
}

const INTERRUPTED = 'Your payment was interrupted and you haven’t been charged. Enter your card details again.'

/** Continues the 3-D Secure check but does not confirm the payment: only the Pay button does that. */
export async function continueAtBank(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome> {
  try {
    const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret })
    if (error) return toPaymentOutcome(error)
    const isOpen = paymentIntent?.status === 'requires_payment_method'
    return isOpen ? { outcome: 'refused', message: INTERRUPTED } : { outcome: 'taken' }
  } catch {
    // Stripe.js throws if no 3-D Secure check is open.
    return { outcome: 'unknown', message: INTERRUPTED }
  }
}

/** True if Stripe made a decision and took no money. After any other error, Stripe's response may have been lost. */
function isRefusal({ type, code }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
}

async function loadLibrary(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  // Stripe's loader then finds our script and does not load its own.
  if (scriptUrl) await loadScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js not available')
  return stripe
}

/** Allows only the sandbox script's path. The content security policy restricts the origin. */
const trustScriptUrl = createTrustedTypesPolicy('provider-library', 'createScriptURL', (address) => {
  if (new URL(address).pathname !== '/stripe.js') throw new Error('Unexpected Stripe.js address')
  return address
})

const scripts = new Map<string, Promise<void>>()

function loadScript(address: string): Promise<void> {
  const existing = scripts.get(address)
  if (existing) return existing
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustScriptUrl(address)
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('Failed to load Stripe.js'))
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}

export const NOT_LOADED = 'Stripe has not loaded yet. Please try again.'

/** Why the buyer cannot pay yet, or null. With a saved card, there is nothing to enter. */
export function findCardProblem(entry: CardEntry | null, cardId: string | null): string | null {
  if (!entry) return NOT_LOADED
  return cardId === null ? entry.findProblem() : null
}

/** Shown next to the button. Each field shows its own error. */
export const CHECK_FIELDS = 'Check the fields marked above.'

type Payer = { name: string; email: string; phone?: string }

/** The part of a payment that Stripe handles, provided by the card form. */
export type TakePayment = (order: { clientSecret: string; purchaseId: string; payer: Payer }) => Promise<PaymentOutcome>

/** The part of saving a card that Stripe handles. The bank may ask for 3-D Secure. */
export type SetUpCard = (
  clientSecret: string,
  payer: Payer,
) => Promise<{ outcome: 'set-up'; setupIntentId: string } | { outcome: 'refused'; message: string | undefined }>

/**
 * The result of the payment. If Stripe's response was lost, Stripe may have taken the money. The message may be
 * missing.
 */
export type PaymentOutcome = { outcome: 'taken' } | { outcome: 'refused' | 'unknown'; message: string | undefined }

export function toPayer({ firstName, lastName, email, mobile }: User): Payer {
  return { name: fullName(firstName, lastName), email, ...(mobile && { phone: mobile }) }
}
