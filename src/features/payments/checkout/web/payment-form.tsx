import { type ComponentType, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { AccountSection, type BuyerAccount } from '#features/accounts/web/public-checkout.tsx'
import { reloadPage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CardChoiceField } from '../../cards/web/card-choice-field.tsx'
import { useSavedCards } from '../../cards/web/use-saved-cards.ts'
import { AgeQuestionPanel } from '../../guardians/web/age-question-panel.tsx'
import { useAge } from '../../guardians/web/use-age.ts'
import { listPaymentMethods } from '../../stripe/rules.ts'
import {
  type CardEntry,
  type CardEntryProps,
  CHECK_FIELDS,
  findCardProblem,
  NOT_LOADED,
  type TakePayment,
} from '../../stripe/web/use-stripe-library.ts'
import { BillingInformation, PaymentInformation } from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import { paysInPounds } from '../rules.ts'
import { BuyerSection, useBuyer } from './buyer-section.tsx'
import { PayInPoundsPanel } from './pay-in-pounds-panel.tsx'
import { PaySection } from './pay-section.tsx'
import { PurchaseTermsSection, StartSection, useStart } from './purchase-terms-section.tsx'
import { UpgradeOfferPanel, useUpgrade } from './upgrade-offer-panel.tsx'
import type { Order, Payment } from './use-checkout.ts'
import { type Draft, saveDraft } from './use-draft.ts'

export type PaymentFormProps = {
  quote: Quote
  account: BuyerAccount
  payment: Payment
  /** What the buyer had entered when they pressed Pay, in case the page is left or reloaded. */
  draft?: Draft | undefined
  onPay: (order: Order) => void
  onProblem: (message: string | undefined) => void
  /** The form for the card or another payment method. */
  Entry: ComponentType<CardEntryProps>
}

/** The form below the price in both checkouts. */
export function PaymentForm(props: PaymentFormProps) {
  const { quote, account, payment, draft, onProblem, Entry } = props
  const entry = useRef<CardEntry>(null)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const answers = useAnswers(props)
  const { buyer, age, start, upgrade } = answers
  const order = useOrder(props, answers)
  const { form, setFailedChecks } = useFocusFirstError(entry)
  const isBusy = payment.state === 'processing'
  const isInWrongMarket = quote.price.market !== 'uk' && paysInPounds(buyer.fields.country)
  const { cardId, ...saved } = useSavedCards({
    isMember: account.isLoggedIn,
    prefersOther: draft?.paysWith === 'paypal',
    isPaying: isBusy,
  })
  const paymentMethods = listPaymentMethods(quote.price.market, quote.package.billing)
  // The old error no longer applies after an edit.
  const clearProblem = () => onProblem(undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { current: card } = entry
    const problem = findCardProblem(card, cardId)
    // Run every check so that all errors are marked together.
    const checks = [account.check(), buyer.check() !== null, age.check(), start.check(), upgrade.check()]
    if (card && problem === null && checks.every(Boolean)) {
      return order(card, cardId === null ? card.pay : card.payWithSaved(cardId), cardId)
    }
    setFailedChecks((count) => count + 1)
    onProblem(problem ?? CHECK_FIELDS)
  }

  const isInterrupted = useRef(draft?.paysWith === 'card')
  useEffect(() => {
    const { current: card } = entry
    if (!card || library !== 'ready' || !isInterrupted.current) return
    isInterrupted.current = false
    order(card, card.resume)
  })

  return (
    <Card>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-8">
        <BillingInformation customer={account.customer}>
          {account.isLoggedIn ? null : <AccountSection account={account} isLocked={isBusy} onEdit={clearProblem} />}
          {quote.asksForAge ? <AgeQuestionPanel age={age} isLocked={isBusy} /> : null}
          <BuyerFields quote={quote} buyer={buyer} isLocked={isBusy} onEdit={clearProblem} />
        </BillingInformation>
        {isInWrongMarket ? <PayInPoundsPanel quote={quote} /> : null}
        {/* Hidden, not removed: the input is still there if the buyer chooses another country. */}
        <div hidden={isInWrongMarket} className={isInWrongMarket ? '' : 'grid gap-8'}>
          <PaymentInformation>
            <CardChoiceField
              {...saved}
              cardId={cardId}
              otherLabel={paymentMethods.includes('paypal') ? 'Use another card or PayPal' : 'Use another card'}
              isLocked={isBusy}
              onChoose={(chosenId) => {
                saved.choose(chosenId)
                clearProblem()
              }}
            >
              <Entry
                ref={entry}
                provider={quote.provider}
                billing={quote.package.billing}
                keeping={quote.package.billing === 'once' ? 'by-choice' : 'never'}
                isBackFromPaypal={draft?.paysWith === 'paypal'}
                isLoading={library === 'loading'}
                isLocked={isBusy}
                onLoad={setLibrary}
                onEdit={clearProblem}
              />
            </CardChoiceField>
            {library === 'failed' ? <LoadProblem /> : null}
          </PaymentInformation>
          <PackageFields quote={quote} answers={answers} isLocked={isBusy} onEdit={clearProblem} />
          <PaySection
            quote={quote}
            payment={payment}
            age={age}
            isReady={library === 'ready' && !isInWrongMarket && !saved.isLoading}
          />
        </div>
      </form>
    </Card>
  )
}

/** The answers outside the card fields, restored from the saved draft. */
function useAnswers({ quote, account, draft }: PaymentFormProps) {
  const buyer = useBuyer(quote.price.market, draft?.buyer)
  // The guardian's own fields must not show the errors of the account.
  const openAccount = async () => {
    if (!account.check())
      return { state: 'failed' as const, message: 'Enter your name, email and password above first.' }
    const ending = await account.open()
    return ending.state === 'failed' ? { state: ending.state, message: ending.message } : ending
  }
  const age = useAge(quote, draft?.isUnder18 ?? null, openAccount)
  const start = useStart({ quote, buyerKind: buyer.fields.kind, draft: draft?.consents })
  const upgrade = useUpgrade({ quote, startsNow: start.startsNow, draftId: draft?.upgradedId ?? null })
  return { buyer, age, start, upgrade }
}

type Answers = ReturnType<typeof useAnswers>

/** Opens the account if needed, saves the answers in case the member leaves the page, then pays. */
function useOrder({ quote, account, onPay }: PaymentFormProps, { buyer, age, start, upgrade }: Answers) {
  return (card: CardEntry, takePayment: TakePayment, cardId: string | null = null) => {
    const checkedBuyer = buyer.check()
    if (!checkedBuyer) return
    const { consents } = start
    const { isUnder18 } = age
    const findMember = async (signal: AbortSignal) => {
      const ending = await account.open(signal)
      if (ending.state === 'done') {
        saveDraft({
          memberId: ending.value.id,
          packageId: quote.package.id,
          market: quote.price.market,
          paysWith: cardId === null && card.leavesPage() ? 'paypal' : 'card',
          consents,
          isUnder18,
          buyer: buyer.fields,
          upgradedId: upgrade.order?.purchaseId ?? null,
        })
      }
      return ending
    }
    onPay({ findMember, consents, buyer: checkedBuyer, isUnder18, upgrade: upgrade.order, cardId, takePayment })
  }
}

type FieldsProps = { quote: Quote; isLocked: boolean; onEdit: () => void }

function BuyerFields({ quote, buyer, isLocked, onEdit }: FieldsProps & Pick<Answers, 'buyer'>) {
  return (
    <BuyerSection
      market={quote.price.market}
      fields={buyer.fields}
      problems={buyer.problems}
      isLocked={isLocked}
      onChange={(changed) => {
        buyer.change(changed)
        onEdit()
      }}
    />
  )
}

/** The start date, the upgrade and the terms. */
function PackageFields({ quote, answers, isLocked, onEdit }: FieldsProps & { answers: Answers }) {
  const { buyer, start, upgrade } = answers
  return (
    <>
      <StartSection quote={quote} start={start} isLocked={isLocked} onEdit={onEdit} />
      <UpgradeOfferPanel
        quote={quote}
        isChosen={upgrade.isChosen}
        startsNow={start.startsNow}
        problem={upgrade.problem}
        isLocked={isLocked}
        onChange={(isChosen) => {
          upgrade.choose(isChosen)
          onEdit()
        }}
      />
      <PurchaseTermsSection quote={quote} buyerKind={buyer.fields.kind} />
    </>
  )
}

/** After a failed check, focuses the first field with an error once all are marked. */
function useFocusFirstError(entry: RefObject<CardEntry | null>) {
  const form = useRef<HTMLFormElement>(null)
  const [failedChecks, setFailedChecks] = useState(0)
  useEffect(() => {
    const firstInvalid = failedChecks > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!firstInvalid) return
    // Only Stripe can focus the fields in its iframes.
    if (firstInvalid.role === 'group') entry.current?.focus()
    else firstInvalid.focus()
  }, [failedChecks, entry])
  return { form, setFailedChecks }
}

/** Reloads the page, because a browser that hangs on Stripe's script does not request it a second time. */
function LoadProblem() {
  return (
    <Alert tone="error">
      <p>{NOT_LOADED}</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={reloadPage}>
        Try again
      </Button>
    </Alert>
  )
}
