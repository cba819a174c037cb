import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { ConfirmCardSetupData, Stripe } from '@stripe/stripe-js'
import { useImperativeHandle, useRef, useState } from 'react'
import { describedBy } from '#platform/web/ui/forms/field.tsx'
import { HostedFieldPanel } from './hosted-field-panel.tsx'
import { KeepCardField } from './keep-card-field.tsx'
import {
  type CardEntryProps,
  CHECK_FIELDS,
  continueAtBank,
  elementOptions,
  NOT_LOADED,
  offeredAgain,
  payWithSavedCard,
  type SetUpCard,
  toCardPayment,
  toPaymentOutcome,
  useElementStyle,
  useStripeLibrary,
} from './use-stripe-library.ts'

const NO_CARD_ELEMENT = 'Card element not found.'
/** Shown before the purchase is created, because creating one counts as a payment attempt. */
const INCOMPLETE = 'Enter your card number, expiry date and security code.'

/** Stripe's own card field in its iframe, so no card number ever reaches our code (PRODUCT D2). */
export function CardForm(props: CardEntryProps) {
  const stripe = useStripeLibrary(props)
  return (
    <Elements stripe={stripe} options={elementOptions()}>
      <CardField {...props} />
    </Elements>
  )
}

function CardField({ ref, keeping, isLoading, isLocked, onEdit, onLoad }: CardEntryProps) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useElementStyle()
  const [problem, setProblem] = useState<string>()
  const [isKept, setKept] = useState(false)
  const entered = useRef({ isEmpty: true, isComplete: false, problem: undefined as string | undefined })

  useImperativeHandle(
    ref,
    () => ({
      findProblem() {
        if (!stripe || !elements) return NOT_LOADED
        if (!elements.getElement(CardElement)) return NO_CARD_ELEMENT
        if (entered.current.isComplete) return null
        setProblem((current) => current ?? INCOMPLETE)
        return CHECK_FIELDS
      },
      focus: () => elements?.getElement(CardElement)?.focus(),
      leavesPage: () => false,
      async pay({ clientSecret, payer }) {
        const card = elements?.getElement(CardElement)
        if (!stripe || !card) return { outcome: 'refused', message: NO_CARD_ELEMENT }
        const payment = toCardPayment(card, payer, isKept)
        return toPaymentOutcome((await stripe.confirmCardPayment(clientSecret, payment)).error)
      },
      payWithSaved: (cardId) => payWithSavedCard(stripe, cardId),
      resume: async ({ clientSecret }) =>
        stripe ? continueAtBank(stripe, clientSecret) : { outcome: 'refused', message: NOT_LOADED },
      async setUp(clientSecret, payer) {
        const card = elements?.getElement(CardElement)
        if (!stripe || !card) return { outcome: 'refused', message: NO_CARD_ELEMENT }
        const consent = keeping === 'always' ? offeredAgain : {}
        return setUp(stripe, clientSecret, { card, billing_details: payer, ...consent })
      },
      setUpSaved: (cardId) => async (clientSecret) =>
        stripe ? setUp(stripe, clientSecret, cardId) : { outcome: 'refused', message: NOT_LOADED },
    }),
    [stripe, elements, isKept, keeping],
  )

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second group around the provider's own */}
      <div role="group" aria-label="Card details" {...describedBy('card', { error: problem ?? '' })}>
        <HostedFieldPanel id="card" problem={problem} isLoading={isLoading} loadingText="Loading the card field…">
          <CardElement
            options={{ hidePostalCode: true, style, disabled: isLocked }}
            onReady={() => onLoad('ready')}
            onChange={({ error, complete, empty }) => {
              const { isEmpty, isComplete, problem: previousProblem } = entered.current
              entered.current = { isEmpty: empty, isComplete: complete, problem: error?.message }
              // The field also fires on blur without an edit, for example when Pay is pressed.
              if (empty === isEmpty && complete === isComplete && error?.message === previousProblem) return
              setProblem(error?.message)
              onEdit()
            }}
          />
        </HostedFieldPanel>
      </div>
      {keeping === 'by-choice' ? <KeepCardField isKept={isKept} isLocked={isLocked} onChange={setKept} /> : null}
    </>
  )
}

/** Saves a card that has been entered, or one that is saved already for another use. The bank may ask for 3-D Secure. */
async function setUp(
  stripe: Stripe,
  clientSecret: string,
  payment_method: ConfirmCardSetupData['payment_method'] & (object | string),
): ReturnType<SetUpCard> {
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method })
  if (error) return { outcome: 'refused', message: error.message }
  return { outcome: 'set-up', setupIntentId: setupIntent.id }
}
