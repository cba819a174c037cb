import {
  CardCvcElement,
  CardElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { StripeCardElementOptions, StripeElementChangeEvent } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The smallest shop: a form and a button, with the unchanged packages and a strict content policy. */

const settings = new URLSearchParams(location.hash.slice(1))
const secret = settings.get('secret') ?? ''
const stripePromise = loadStripe('pk_test_sandbox')

interface FormProps {
  options: StripeCardElementOptions
}

function useStatus() {
  const [status, setStatus] = useState('')
  const show = (outcome: { error?: { code?: string; message?: string } | undefined }, success: string) =>
    setStatus(outcome.error ? `${outcome.error.code}: ${outcome.error.message}` : success)
  return { status, show, wait: () => setStatus('waiting') }
}

function PayForm({ options }: FormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [mistake, setMistake] = useState('')
  const { status, show, wait } = useStatus()

  async function pay(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    wait()
    const payment_method = { card, billing_details: { name: 'Ada Lovelace' } }
    if (secret.startsWith('seti_')) {
      const outcome = await stripe.confirmCardSetup(secret, { payment_method })
      return show(outcome, `kept: ${outcome.setupIntent?.status}`)
    }
    const outcome = await stripe.confirmCardPayment(secret, { payment_method })
    show(outcome, `paid: ${outcome.paymentIntent?.status}`)
  }

  return (
    <form onSubmit={pay}>
      <label htmlFor="card">Card details</label>
      <CardElement id="card" options={options} onChange={({ error }) => setMistake(error?.message ?? '')} />
      <button type="submit">Pay</button>
      {/* Under the button: what is said when the field is left must not move the button away from a finger on it. */}
      <p role="alert">{mistake}</p>
      <p role="status">{status}</p>
    </form>
  )
}

const splitFields = [
  { id: 'number', label: 'Card number', Element: CardNumberElement },
  { id: 'expiry', label: 'Expiry date', Element: CardExpiryElement },
  { id: 'code', label: 'CVC', Element: CardCvcElement },
] as const

function SplitForm({ options: { disabled, style } }: FormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [changes, setChanges] = useState<Record<string, StripeElementChangeEvent & { brand?: string }>>({})
  const { status, show, wait } = useStatus()

  async function pay(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) return
    wait()
    const payment_method = { card, billing_details: { name: 'Ada Lovelace' } }
    const outcome = await stripe.confirmCardPayment(secret, { payment_method })
    show(outcome, `paid: ${outcome.paymentIntent?.status}`)
  }

  return (
    <form onSubmit={pay}>
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
      <button type="submit">Pay</button>
      <p role="status">{status}</p>
    </form>
  )
}

function heardFrom(change: (StripeElementChangeEvent & { brand?: string }) | undefined): string {
  if (!change) return ''
  const { elementType, empty, complete, brand, error } = change
  const state = empty ? 'empty' : complete ? 'complete' : 'incomplete'
  return [elementType, state, brand, error?.message].filter(Boolean).join(', ')
}

function PaypalForm() {
  const stripe = useStripe()
  const { status, show, wait } = useStatus()

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe) return
    wait()
    show(await stripe.confirmPayPalPayment(secret, { return_url: `${location.origin}/back?order=7` }), 'did not leave')
  }

  return (
    <form onSubmit={pay}>
      <button type="submit">Pay</button>
      <p role="status">{status}</p>
    </form>
  )
}

const forms = { card: PayForm, split: SplitForm, paypal: PaypalForm }

function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  const options = useMemo<StripeCardElementOptions>(
    () => JSON.parse(settings.get('options') ?? '{"hidePostalCode":true}'),
    [],
  )
  const Form = forms[(settings.get('form') ?? 'card') as keyof typeof forms]
  return (
    <Elements stripe={stripePromise}>
      <h1>Shop</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Open or close
      </button>
      {isOpen && <Form options={options} />}
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
