import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useImperativeHandle, useRef, useState } from 'react'
import { ProviderPanel } from './provider-panel.tsx'
import { NOT_LOADED } from './queries.ts'
import { type CardEntryProps, elementStyle, takingOf, useStripeLibrary } from './use-stripe-library.ts'

const NO_CARD_ELEMENT = 'Card element not found.'
/** Said before a purchase is opened: it would count as an attempt to pay. */
const INCOMPLETE = 'Please enter your card number, its expiry date and its security code.'

/** The provider's own card field in the provider's own frame: no card number ever reaches our code (PRODUCT D2). */
export function CardForm(props: CardEntryProps) {
  const stripe = useStripeLibrary(props)
  return (
    <Elements stripe={stripe}>
      <CardField {...props} />
    </Elements>
  )
}

function CardField({ ref, isLoading, isLocked, onEdit, onLoad }: CardEntryProps) {
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
      leavesPage: () => false,
      async pay({ clientSecret, payer }) {
        const card = elements?.getElement(CardElement)
        if (!stripe || !card) return { outcome: 'refused', message: NO_CARD_ELEMENT }
        const payment = { payment_method: { card, billing_details: payer } }
        return takingOf((await stripe.confirmCardPayment(clientSecret, payment)).error)
      },
      async setUp(clientSecret, payer) {
        const card = elements?.getElement(CardElement)
        if (!stripe || !card) return { outcome: 'refused', message: NO_CARD_ELEMENT }
        const kept = { payment_method: { card, billing_details: payer } }
        const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, kept)
        if (error) return { outcome: 'refused', message: error.message }
        return { outcome: 'set-up', setupIntentId: setupIntent.id }
      },
    }),
    [stripe, elements, problem],
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second group around the provider's own
    <div role="group" aria-label="Card details">
      <ProviderPanel problem={problem} isLoading={isLoading} loadingWords="Loading the card field…">
        <CardElement
          options={{ hidePostalCode: true, style: elementStyle, disabled: isLocked }}
          onReady={() => onLoad('ready')}
          onChange={({ error, complete, empty }) => {
            const { isEmpty, isComplete, problem: before } = entered.current
            entered.current = { isEmpty: empty, isComplete: complete, problem: error?.message }
            setProblem(error?.message)
            // The field also tells of itself when it is left, as by the press of Pay: nothing was edited then.
            if (empty !== isEmpty || complete !== isComplete || error?.message !== before) onEdit()
          }}
        />
      </ProviderPanel>
    </div>
  )
}
