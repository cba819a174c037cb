import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useCallback, useImperativeHandle, useRef, useState } from 'react'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { listPaymentMethods } from '../../stripe/rules.ts'
import { KeepCardField } from '../../stripe/web/keep-card-field.tsx'
import {
  type CardFieldName,
  cardFields,
  type HostedChange,
  type HostedField,
  SplitCardForm,
} from '../../stripe/web/split-card-form.tsx'
import {
  type CardEntryProps,
  CHECK_FIELDS,
  continueAtBank,
  elementOptions,
  NOT_LOADED,
  type PaymentOutcome,
  payWithSavedCard,
  toCardPayment,
  toPaymentOutcome,
  useStripeLibrary,
} from '../../stripe/web/use-stripe-library.ts'
import { confirmationPath } from './queries.ts'

type Method = 'credit_card' | 'paypal'

/** SPEC §2: by card in four fields, or with PayPal. */
export function PaymentMethodForm(props: CardEntryProps) {
  const stripe = useStripeLibrary(props)
  return (
    <Elements stripe={stripe} options={elementOptions()}>
      <Methods {...props} />
    </Elements>
  )
}

function Methods({ ref, billing, keeping, isBackFromPaypal, isLoading, isLocked, onLoad, onEdit }: CardEntryProps) {
  const [method, setMethod] = useState<Method>(isBackFromPaypal ? 'paypal' : 'credit_card')
  const card = useSplitCard({ onLoad, onEdit })
  const [isKept, setKept] = useState(false)
  const payWith = usePayWith(method, card.name, isKept)
  const stripe = useStripe()

  useImperativeHandle(ref, () => ({
    findProblem() {
      if (!payWith) return NOT_LOADED
      return method === 'paypal' || card.check() ? null : CHECK_FIELDS
    },
    focus: card.focus,
    leavesPage: () => method === 'paypal',
    resume: async ({ clientSecret }) =>
      stripe ? continueAtBank(stripe, clientSecret) : { outcome: 'refused', message: NOT_LOADED },
    payWithSaved: (cardId) => payWithSavedCard(stripe, cardId),
    pay: async (order) => (payWith ? payWith(order) : { outcome: 'refused', message: NOT_LOADED }),
  }))

  return (
    <div className="grid gap-6">
      <RadioGroup
        legend="Payment method"
        name="paymentMethod"
        value={method}
        disabled={isLocked}
        choices={[
          { value: 'credit_card', label: 'Credit Card' },
          { value: 'paypal', label: 'PayPal', ...paypalChoice(billing) },
        ]}
        onChange={(newMethod) => {
          setMethod(newMethod)
          onEdit()
        }}
      />
      {/* Hidden, not removed: the card input is still there if the member switches back. */}
      <div hidden={method !== 'credit_card'}>
        <SplitCardForm
          {...card.fields}
          problems={method === 'credit_card' ? card.fields.problems : {}}
          isLoading={isLoading}
          isLocked={isLocked}
        />
        {keeping === 'by-choice' ? <KeepCardField isKept={isKept} isLocked={isLocked} onChange={setKept} /> : null}
      </div>
      {method === 'paypal' ? (
        <p className="rounded-md bg-info-soft px-4 py-3">
          You’ll pay on PayPal’s site and then come back here. You won’t be charged until you approve the payment there.
        </p>
      ) : null}
    </div>
  )
}

function paypalChoice(billing: CardEntryProps['billing']) {
  if (listPaymentMethods('international', billing).includes('paypal')) return {}
  return { disabled: true, hint: 'Not available for subscriptions: we can only take one-off payments through PayPal.' }
}

/** Tracks whether the card fields are complete. Stripe never reveals their content to us. */
function useSplitCard({ onLoad, onEdit }: Pick<CardEntryProps, 'onLoad' | 'onEdit'>) {
  const elements = useElements()
  const [name, setName] = useState('')
  const [problems, setProblems] = useState<Partial<Record<CardFieldName, string>>>({})
  const entered = useRef<Partial<Record<HostedField, HostedChange>>>({})
  const ready = useRef(new Set<HostedField>())

  const showEdit = (field: CardFieldName, problem?: string) => {
    setProblems((current) => ({ ...current, [field]: problem }))
    onEdit()
  }
  const check = () => {
    const newProblems = findProblems(name, entered.current)
    setProblems(newProblems)
    return Object.keys(newProblems).length === 0
  }
  const focus = () => {
    const firstInvalid = (Object.keys(cardFields) as CardFieldName[]).find((field) => problems[field])
    if (firstInvalid === 'name') document.getElementById('name')?.focus()
    else if (firstInvalid) elements?.getElement(elementTypes[firstInvalid] as 'cardNumber')?.focus()
  }
  const fields = {
    name,
    problems,
    onName(value: string) {
      setName(value)
      showEdit('name')
    },
    onHostedChange(field: HostedField, change: HostedChange) {
      entered.current[field] = change
      showEdit(field, change.error?.message)
    },
    onReady: useCallback(
      (field: HostedField) => {
        ready.current.add(field)
        if (ready.current.size === 3) onLoad('ready')
      },
      [onLoad],
    ),
  }
  return { name, fields, check, focus }
}

const elementTypes = { cardNumber: 'cardNumber', expiryDate: 'cardExpiry', cvv: 'cardCvc' } satisfies Record<
  HostedField,
  string
>

/** SPEC §5: all four fields are required. Stripe decides whether they are correct. */
function findProblems(name: string, entered: Partial<Record<HostedField, HostedChange>>) {
  const problems: Partial<Record<CardFieldName, string>> = {}
  if (!name.trim()) problems.name = `${cardFields.name} is required`
  for (const field of ['cardNumber', 'expiryDate', 'cvv'] as const) {
    const { empty, complete, error } = entered[field] ?? { empty: true, complete: false }
    if (!complete) problems[field] = error?.message ?? `${cardFields[field]} is ${empty ? 'required' : 'incomplete'}`
  }
  return problems
}

/** Returns how to pay with the chosen method, or null while the Stripe library is not loaded. */
function usePayWith(method: Method, name: string, keepsCard: boolean) {
  const stripe = useStripe()
  const elements = useElements()
  const card = elements?.getElement(CardNumberElement)
  if (!stripe || !card) return null
  return async ({ clientSecret, payer, purchaseId }: Order): Promise<PaymentOutcome> => {
    if (method === 'paypal') {
      const return_url = new URL(confirmationPath(purchaseId), window.location.origin).href
      const payment = { return_url, payment_method: { billing_details: payer } }
      return toPaymentOutcome((await stripe.confirmPayPalPayment(clientSecret, payment)).error)
    }
    const payment = toCardPayment(card, { ...payer, name: name.trim() }, keepsCard)
    return toPaymentOutcome((await stripe.confirmCardPayment(clientSecret, payment)).error)
  }
}

type Order = { clientSecret: string; purchaseId: string; payer: { name: string; email: string; phone?: string } }
