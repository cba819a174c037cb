import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementOptions, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { Quote } from '../contract.ts'
import type { TakePayment } from './queries.ts'

export const NOT_LOADED = 'Stripe has not loaded yet. Please try again.'
const NO_CARD_ELEMENT = 'Card element not found.'
/** Said before a purchase is opened: it would count as an attempt to pay. */
const INCOMPLETE = 'Please enter your card number, its expiry date and its security code.'

/** What the checkout can ask of the card entry, whatever provider stands behind it. */
export type CardEntry = {
  /** Why nothing can be paid yet, or null. */
  findProblem: () => string | null
  pay: TakePayment
}

/** A slow telephone gets the card field within this time; nobody waits for it much longer without a word. */
const PATIENCE_MS = 20_000

type CardFormProps = {
  provider: Quote['provider']
  ref: Ref<CardEntry>
  isLoading: boolean
  isLocked: boolean
  /** Ready once a card can be typed, which is later than the library is there. */
  onLoad: (library: 'ready' | 'failed') => void
  onEdit: () => void
}

/** The provider's own card field in the provider's own frame: no card number ever reaches our code (PRODUCT D2). */
export function CardForm({ provider: { publishableKey, scriptUrl }, onLoad, ...field }: CardFormProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null)

  useEffect(() => {
    if (!field.isLoading) return
    const timer = setTimeout(() => onLoad('failed'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [field.isLoading, onLoad])

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

  return (
    <Elements stripe={stripe}>
      <CardField {...field} onReady={() => onLoad('ready')} />
    </Elements>
  )
}

const look: StripeCardElementOptions = {
  hidePostalCode: true,
  style: {
    base: {
      color: '#17212b',
      fontFamily: 'Poppins, ui-sans-serif, system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: '#51606d' },
    },
    invalid: { color: '#b3261e', iconColor: '#b3261e' },
  },
}

type CardFieldProps = Omit<CardFormProps, 'provider' | 'onLoad'> & { onReady: () => void }

function CardField({ ref, isLoading, isLocked, onEdit, onReady }: CardFieldProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [problem, setProblem] = useState<string>()
  const entered = useRef({ isEmpty: true, isComplete: false, problem: undefined as string | undefined })

  useImperativeHandle(
    ref,
    () => ({
      findProblem() {
        if (!stripe || !elements) return NOT_LOADED
        if (!elements.getElement(CardElement)) return NO_CARD_ELEMENT
        return entered.current.isComplete ? null : (problem ?? INCOMPLETE)
      },
      async pay(clientSecret, payer) {
        const card = elements?.getElement(CardElement)
        if (!stripe || !card) return { outcome: 'refused', message: NO_CARD_ELEMENT }
        const { error } = await stripe.confirmCardPayment(clientSecret, {
          payment_method: { card, billing_details: payer },
        })
        if (!error) return { outcome: 'taken' }
        return { outcome: isRefusal(error) ? 'refused' : 'unknown', message: error.message }
      },
    }),
    [stripe, elements, problem],
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second group around the provider's own
    <div role="group" aria-label="Card details">
      <div
        className={classNames(
          'relative min-h-12 rounded-md border bg-surface px-4 py-3.5 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-primary has-[.StripeElement--focus]:outline-3 has-[.StripeElement--focus]:outline-offset-2 has-[.StripeElement--focus]:outline-primary',
          problem ? 'border-2 border-danger' : 'border-field',
        )}
      >
        <CardElement
          options={{ ...look, disabled: isLocked }}
          onReady={onReady}
          onChange={({ error, complete, empty }) => {
            const { isEmpty, isComplete, problem: before } = entered.current
            entered.current = { isEmpty: empty, isComplete: complete, problem: error?.message }
            setProblem(error?.message)
            // The field also tells of itself when it is left, as by the press of Pay: nothing was edited then.
            if (empty !== isEmpty || complete !== isComplete || error?.message !== before) onEdit()
          }}
        />
        {isLoading ? (
          <p className="absolute inset-0 flex items-center gap-3 px-4 text-muted">
            <Spinner /> Loading the card field…
          </p>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {problem}
        </p>
      ) : null}
    </div>
  )
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
