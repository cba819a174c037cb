import type { Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type RefObject, useEffect, useState } from 'react'
import type { Quote } from '../contract.ts'
import type { SetUpCard, TakePayment, Taking } from './queries.ts'

/** What the checkout can ask of the card entry, whatever provider stands behind it. */
export type CardEntry = {
  /** Why nothing can be paid yet, or null. What is wrong with a field stands beside it then. */
  findProblem: () => string | null
  /** Where the person pays on another page: what was typed here is kept for the way back. */
  leavesPage: () => boolean
  pay: TakePayment
  /** Keeps a card for later payments. Only a form of cards can. */
  setUp?: SetUpCard
}

export type CardEntryProps = {
  ref: RefObject<CardEntry | null>
  provider: Quote['provider']
  billing: Quote['package']['billing']
  isBackFromPaypal: boolean
  isLoading: boolean
  isLocked: boolean
  /** Ready once a card can be typed, which is later than the library is there. */
  onLoad: (library: 'ready' | 'failed') => void
  onEdit: () => void
}

/** A slow telephone gets the card field within this time; nobody waits for it much longer without a word. */
const PATIENCE_MS = 20_000

/** The provider's library, once it is there. The same code in the sandbox and with real keys. */
export function useStripeLibrary({
  provider,
  isLoading,
  onLoad,
}: Pick<CardEntryProps, 'provider' | 'isLoading' | 'onLoad'>): Stripe | null {
  const { publishableKey, scriptUrl } = provider
  const [stripe, setStripe] = useState<Stripe | null>(null)

  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => onLoad('failed'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLoading, onLoad])

  useEffect(() => {
    let isWanted = true
    loadLibrary(publishableKey, scriptUrl).then(
      (loaded) => {
        if (isWanted) setStripe(loaded)
      },
      (error: unknown) => {
        console.warn(error instanceof Error ? error.message : error)
        if (isWanted) onLoad('failed')
      },
    )
    return () => {
      isWanted = false
    }
  }, [publishableKey, scriptUrl, onLoad])

  return stripe
}

export const elementStyle = {
  base: {
    color: '#17212b',
    fontFamily: 'Poppins, ui-sans-serif, system-ui, sans-serif',
    fontSize: '16px',
    '::placeholder': { color: '#51606d' },
  },
  invalid: { color: '#b3261e', iconColor: '#b3261e' },
}

/** How our own frame around the provider's shows that it has the focus, and that something is wrong. */
export const elementFrameClass = (isWrong: boolean) =>
  `relative flex min-h-12 flex-col justify-center rounded-md bg-surface px-4 py-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-primary has-[.StripeElement--focus]:outline-3 has-[.StripeElement--focus]:outline-offset-2 has-[.StripeElement--focus]:outline-primary ${isWrong ? 'border-2 border-danger' : 'border border-field'}`

export function takingOf(error: StripeError | undefined): Taking {
  if (!error) return { outcome: 'taken' }
  return { outcome: isRefusal(error) ? 'refused' : 'unknown', message: error.message }
}

/** The provider has decided: on these there is no money. On anything else its answer may have been lost. */
function isRefusal({ type, code }: StripeError): boolean {
  return type === 'card_error' || type === 'validation_error' || code === 'payment_intent_authentication_failure'
}

async function loadLibrary(publishableKey: string, scriptUrl: string | null): Promise<Stripe> {
  // Once it is there, the provider's loader finds it and loads nothing by itself.
  if (scriptUrl) await loadScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js not available')
  return stripe
}

const scripts = new Map<string, Promise<void>>()

function loadScript(address: string): Promise<void> {
  const known = scripts.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('Failed to load Stripe.js'))
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}
