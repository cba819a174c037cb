import { type ComponentType, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { AccountSection, type BuyerAccount } from '#features/accounts/web/public-checkout.tsx'
import { reloadPage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { CardChoiceField } from '../../cards/web/card-choice-field.tsx'
import { useSavedCards } from '../../cards/web/use-saved-cards.ts'
import { AgeQuestionPanel } from '../../guardians/web/age-question-panel.tsx'
import { GuardianRequestForm } from '../../guardians/web/guardian-request-form.tsx'
import { listPaymentMethods } from '../../stripe/rules.ts'
import {
  type CardEntry,
  type CardEntryProps,
  CHECK_FIELDS,
  findCardProblem,
  NOT_LOADED,
} from '../../stripe/web/use-stripe-library.ts'
import { BillingInformation, PaymentInformation } from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import { paysInPounds } from '../rules.ts'
import { BuyerSection } from './buyer-section.tsx'
import { PayInPoundsPanel } from './pay-in-pounds-panel.tsx'
import { PaySection } from './pay-section.tsx'
import { PurchaseTermsSection, StartSection } from './purchase-terms-section.tsx'
import { UpgradeOfferPanel } from './upgrade-offer-panel.tsx'
import { type Answers, type AnswersSettings, useAnswers } from './use-answers.ts'

export type PaymentFormProps = AnswersSettings & {
  /** False while the total may still change. */
  isReady: boolean
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
  const { buyer, age, start, upgrade, order } = answers
  const { form, setFailedChecks } = useFocusFirstError(entry)
  const isBusy = payment.state === 'processing'
  const isInWrongMarket = quote.price.market !== 'uk' && paysInPounds(buyer.fields.country)
  const { cardId, ...saved } = useSavedCards({
    isMember: account.memberId !== null,
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
        <BuyerInformation quote={quote} account={account} answers={answers} isLocked={isBusy} onEdit={clearProblem} />
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
            isReady={props.isReady && library === 'ready' && !isInWrongMarket && !saved.isLoading}
          />
        </div>
        {isInWrongMarket ? null : <TotalBar quote={quote} />}
      </form>
    </Card>
  )
}

/** On a phone, keeps the total in sight while the buyer fills in the form. The summary and the button say it, too. */
function TotalBar({ quote: { package: offer, price } }: { quote: Quote }) {
  return (
    <p
      aria-hidden="true"
      data-bottom-bar=""
      className="sticky bottom-0 z-10 -mx-[min(1.5rem,6.5vw)] -mb-[min(1.5rem,6.5vw)] hidden justify-between gap-4 rounded-b-md border-t border-line bg-surface px-[min(1.5rem,6.5vw)] pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised sm:-mx-8 sm:-mb-8 sm:px-8 tall-phone:flex"
    >
      <span className="truncate">{offer.title}</span>
      <span className="font-semibold">
        Total: <Money amount={price.total} currency={price.currency} />
      </span>
    </p>
  )
}

type FieldsProps = { quote: Quote; answers: Answers; isLocked: boolean; onEdit: () => void }

/** Who buys, and for whom. The age comes first, because what follows depends on it (PRODUCT D24). */
function BuyerInformation({ account, ...props }: FieldsProps & { account: BuyerAccount }) {
  const { quote, isLocked, onEdit } = props
  const { age, buyer } = props.answers
  const answerAge = (isUnder18: boolean) => {
    age.answer(isUnder18)
    if (isUnder18) buyer.change({ kind: 'consumer' })
  }
  return (
    <BillingInformation customer={account.customer}>
      {quote.asksForAge ? <AgeQuestionPanel age={age} isLocked={isLocked} onAnswer={answerAge} /> : null}
      {account.memberId ? null : (
        <AccountSection account={account} isUnder18={age.isUnder18 === true} isLocked={isLocked} onEdit={onEdit} />
      )}
      {age.isUnder18 ? <GuardianRequestForm age={age} isLocked={isLocked} /> : null}
      <BuyerSection
        market={quote.price.market}
        asksKind={age.isUnder18 !== true}
        fields={buyer.fields}
        problems={buyer.problems}
        isLocked={isLocked}
        onChange={(changed) => {
          buyer.change(changed)
          onEdit()
        }}
      />
    </BillingInformation>
  )
}

/** The start date, the upgrade and the terms. */
function PackageFields({ quote, answers, isLocked, onEdit }: FieldsProps) {
  const { buyer, start, upgrade } = answers
  return (
    <>
      {/* A business has no choice, so the buyer first says what they are. */}
      {buyer.fields.kind ? <StartSection quote={quote} start={start} isLocked={isLocked} onEdit={onEdit} /> : null}
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
