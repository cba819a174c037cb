import {
  CardCvcElement,
  CardElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeCardElement,
  StripeCardElementOptions,
  StripeCardNumberElement,
  StripeElementChangeEvent,
  StripeElements,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal shop with the unchanged Stripe packages and a strict content policy. */

const settings = new URLSearchParams(location.hash.slice(1))
const secret = settings.get('secret') ?? ''
const stripePromise = loadStripe('pk_test_sandbox')

interface Outcome {
  error?: { code?: string; message?: string }
  paymentIntent?: { status: string }
  setupIntent?: { status: string }
}

interface PayFormProps {
  confirm(stripe: Stripe, elements: StripeElements): Promise<Outcome> | undefined
  mistake?: string
  children?: ReactNode
}

function PayForm({ confirm, mistake, children }: PayFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [status, setStatus] = useState('')

  async function pay(event: FormEvent) {
    event.preventDefault()
    const outcome = stripe && elements && confirm(stripe, elements)
    if (!outcome) return
    setStatus('waiting')
    setStatus(inWords(await outcome))
  }

  return (
    <form onSubmit={pay}>
      {children}
      <button type="submit">Pay</button>
      {/* Below the button, because an error that appears on blur must not move the button during a press. */}
      {mistake !== undefined && <p role="alert">{mistake}</p>}
      <p role="status">{status}</p>
    </form>
  )
}

function inWords({ error, paymentIntent, setupIntent }: Outcome): string {
  if (error) return `${error.code}: ${error.message}`
  return setupIntent ? `kept: ${setupIntent.status}` : `paid: ${paymentIntent?.status}`
}

function confirmCard(stripe: Stripe, card: StripeCardElement | StripeCardNumberElement | null) {
  if (!card) return
  const payment_method = { card, billing_details: { name: 'Ada Lovelace' } }
  return secret.startsWith('seti_')
    ? stripe.confirmCardSetup(secret, { payment_method })
    : stripe.confirmCardPayment(secret, { payment_method })
}

const options: StripeCardElementOptions = JSON.parse(settings.get('options') ?? '{"hidePostalCode":true}')

function CardForm() {
  const [mistake, setMistake] = useState('')
  return (
    <PayForm confirm={(stripe, elements) => confirmCard(stripe, elements.getElement(CardElement))} mistake={mistake}>
      <label htmlFor="card">Card details</label>
      <CardElement id="card" options={options} onChange={({ error }) => setMistake(error?.message ?? '')} />
    </PayForm>
  )
}

const splitFields = [
  { id: 'number', label: 'Card number', Element: CardNumberElement },
  { id: 'expiry', label: 'Expiry date', Element: CardExpiryElement },
  { id: 'code', label: 'CVC', Element: CardCvcElement },
] as const

function SplitForm() {
  const { disabled, style } = options
  const [changes, setChanges] = useState<Record<string, StripeElementChangeEvent & { brand?: string }>>({})
  return (
    <PayForm confirm={(stripe, elements) => confirmCard(stripe, elements.getElement(CardNumberElement))}>
      {splitFields.map(({ id, label, Element }) => (
        <div key={id}>
          <label htmlFor={id}>{label}</label>
          <Element
            id={id}
            options={{
              ...(disabled !== undefined && { disabled }),
              ...(style && { style }),
              ...(id === 'code' && { placeholder: 'Three digits' }),
            }}
            onChange={(change: StripeElementChangeEvent) => setChanges((known) => ({ ...known, [id]: change }))}
          />
          <p id={`${id}-heard`}>{heardFrom(changes[id])}</p>
        </div>
      ))}
    </PayForm>
  )
}

function heardFrom(change: (StripeElementChangeEvent & { brand?: string }) | undefined): string {
  if (!change) return ''
  const { elementType, empty, complete, brand, error } = change
  const state = empty ? 'empty' : complete ? 'complete' : 'incomplete'
  return [elementType, state, brand, error?.message].filter(Boolean).join(', ')
}

function PaypalForm() {
  const return_url = `${location.origin}/back?order=7`
  return <PayForm confirm={(stripe) => stripe.confirmPayPalPayment(secret, { return_url })} />
}

const forms = { card: CardForm, split: SplitForm, paypal: PaypalForm }

function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  const Form = forms[(settings.get('form') ?? 'card') as keyof typeof forms]
  return (
    <Elements stripe={stripePromise}>
      <h1>Shop</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Open or close
      </button>
      {isOpen && <Form />}
    </Elements>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
}
