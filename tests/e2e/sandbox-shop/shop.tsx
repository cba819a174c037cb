import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The smallest shop: one card field and a button, with the unchanged packages and a strict content policy. */

const settings = new URLSearchParams(location.hash.slice(1))
const stripePromise = loadStripe('pk_test_sandbox')

function PayForm() {
  const stripe = useStripe()
  const elements = useElements()
  const [status, setStatus] = useState('')
  const [mistake, setMistake] = useState('')
  const options = useMemo<StripeCardElementOptions>(
    () => JSON.parse(settings.get('options') ?? '{"hidePostalCode":true}'),
    [],
  )

  async function pay(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    setStatus('waiting')
    const { paymentIntent, error } = await stripe.confirmCardPayment(settings.get('secret') ?? '', {
      payment_method: { card, billing_details: { name: 'Ada Lovelace' } },
    })
    setStatus(error ? `${error.code}: ${error.message}` : `paid: ${paymentIntent.status}`)
  }

  return (
    <form onSubmit={pay}>
      <label htmlFor="card">Card details</label>
      <CardElement id="card" options={options} onChange={({ error }) => setMistake(error?.message ?? '')} />
      <p role="alert">{mistake}</p>
      <button type="submit">Pay</button>
      <p role="status">{status}</p>
    </form>
  )
}

function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Elements stripe={stripePromise}>
      <h1>Shop</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Open or close
      </button>
      {isOpen && <PayForm />}
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
