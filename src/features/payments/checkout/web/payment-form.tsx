import { type ComponentType, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { AccountSection, type BuyerAccount } from '#features/accounts/web/public-checkout.tsx'
import { checkoutPath } from '#features/catalogue/web/public.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { reloadPage } from '#platform/web/navigation.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { AgeQuestionPanel } from '../../guardians/web/age-question-panel.tsx'
import { GuardianRequestForm } from '../../guardians/web/guardian-request-form.tsx'
import { useAge } from '../../guardians/web/use-age.ts'
import {
  type CardEntry,
  type CardEntryProps,
  CHECK_FIELDS,
  NOT_LOADED,
  type TakePayment,
} from '../../stripe/web/use-stripe-library.ts'
import { BillingInformation, PaymentInformation } from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import { paysInPounds } from '../rules.ts'
import { BuyerSection, useBuyer } from './buyer-section.tsx'
import { PaySection } from './pay-section.tsx'
import { PurchaseTermsSection, StartSection, useStart } from './purchase-terms-section.tsx'
import { UpgradeOfferPanel, useUpgrade } from './upgrade-offer-panel.tsx'
import { type Order, type Payment, useQuote } from './use-checkout.ts'
import { type Draft, saveDraft, useSavedDraft } from './use-draft.ts'

export type PaymentFormProps = {
  quote: Quote
  account: BuyerAccount
  payment: Payment
  /** What the buyer had entered before the page was left or reloaded. */
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
  const entered = toDraft(props, answers)
  useSavedDraft(entered, payment.state === 'processing')
  const order = useOrder(props, answers, entered)
  const { form, setFailedChecks } = useFocusFirstError(entry)
  const isBusy = payment.state === 'processing'
  const isInWrongMarket = quote.price.market !== 'uk' && paysInPounds(buyer.fields.country)
  // The old error no longer applies after an edit.
  const clearProblem = () => onProblem(undefined)

  const answerAge = (isUnder18: boolean) => {
    age.answer(isUnder18)
    if (isUnder18) buyer.change({ kind: 'consumer' })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { current: card } = entry
    const problem = card ? card.findProblem() : NOT_LOADED
    // Run every check so that all errors are marked together.
    const checks = [account.check(), buyer.check() !== null, age.check(), start.check(), upgrade.check()]
    if (card && problem === null && checks.every(Boolean)) return order(card, card.pay)
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
          {quote.asksForAge ? <AgeQuestionPanel age={age} isLocked={isBusy} onAnswer={answerAge} /> : null}
          {account.memberId ? null : (
            <AccountSection
              account={account}
              isUnder18={age.isUnder18 === true}
              isLocked={isBusy}
              onEdit={clearProblem}
            />
          )}
          {age.isUnder18 ? <GuardianRequestForm age={age} isLocked={isBusy} /> : null}
          <BuyerFields
            quote={quote}
            buyer={buyer}
            asksKind={age.isUnder18 !== true}
            isLocked={isBusy}
            onEdit={clearProblem}
          />
        </BillingInformation>
        {isInWrongMarket ? <PayInPoundsPanel quote={quote} /> : null}
        {/* Hidden, not removed: the input is still there if the buyer chooses another country. */}
        <div hidden={isInWrongMarket} className={isInWrongMarket ? '' : 'grid gap-8'}>
          <PaymentInformation>
            <Entry
              ref={entry}
              provider={quote.provider}
              billing={quote.package.billing}
              isBackFromPaypal={draft?.paysWith === 'paypal'}
              isLoading={library === 'loading'}
              isLocked={isBusy}
              onLoad={setLibrary}
              onEdit={clearProblem}
            />
            {library === 'failed' ? <LoadProblem /> : null}
          </PaymentInformation>
          <PackageFields quote={quote} answers={answers} isLocked={isBusy} onEdit={clearProblem} />
          <PaySection quote={quote} payment={payment} age={age} isReady={library === 'ready' && !isInWrongMarket} />
          <TotalBar quote={quote} />
        </div>
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
      className="sticky bottom-[max(0.5rem,env(safe-area-inset-bottom))] z-10 hidden justify-between gap-4 rounded-md border border-line bg-surface px-4 py-2.5 shadow-raised tall-phone:flex"
    >
      <span className="truncate">{offer.title}</span>
      <span className="font-semibold">
        Total: <Money amount={price.total} currency={price.currency} />
      </span>
    </p>
  )
}

/** The answers outside the card fields, restored from the saved draft. */
function useAnswers({ quote, account, draft }: PaymentFormProps) {
  const buyer = useBuyer(quote, draft?.buyer)
  // The guardian's own fields must not show the errors of the account.
  const openAccount = async () => {
    if (!account.check())
      return { state: 'failed' as const, message: 'Enter your name, email and password above first.' }
    const ending = await account.open({ isUnder18: true })
    return ending.state === 'failed' ? { state: ending.state, message: ending.message } : ending
  }
  const age = useAge(quote, draft?.isUnder18 ?? null, openAccount)
  const start = useStart({ quote, buyerKind: buyer.kind, draft: draft?.consents })
  const upgrade = useUpgrade({ quote, startsNow: start.startsNow, draftId: draft?.upgradedId ?? null })
  return { buyer, age, start, upgrade }
}

type Answers = ReturnType<typeof useAnswers>

function toDraft({ quote, account }: PaymentFormProps, { buyer, age, start, upgrade }: Answers) {
  const { firstName, lastName, email } = account.fields
  return {
    memberId: account.memberId,
    packageId: quote.package.id,
    market: quote.price.market,
    consents: start.consents,
    isUnder18: age.isUnder18,
    buyer: buyer.fields,
    account: { firstName, lastName, email },
    upgradedId: upgrade.order?.purchaseId ?? null,
  }
}

/** Opens the account if needed, then pays. The draft says so, in case the buyer leaves the page. */
function useOrder(
  { account, onPay }: PaymentFormProps,
  { buyer, age, start, upgrade }: Answers,
  entered: Omit<Draft, 'paysWith'>,
) {
  return (card: CardEntry, takePayment: TakePayment) => {
    const checkedBuyer = buyer.check()
    if (!checkedBuyer) return
    const findMember = async (signal: AbortSignal) => {
      const ending = await account.open({ isUnder18: age.isUnder18 === true, signal })
      if (ending.state === 'done')
        saveDraft({ ...entered, memberId: ending.value.id, paysWith: card.leavesPage() ? 'paypal' : 'card' })
      return ending
    }
    const { consents } = start
    onPay({ findMember, consents, buyer: checkedBuyer, isUnder18: age.isUnder18, upgrade: upgrade.order, takePayment })
  }
}

type BuyerFieldsProps = FieldsProps & Pick<Answers, 'buyer'> & { asksKind: boolean }

type FieldsProps = { quote: Quote; isLocked: boolean; onEdit: () => void }

function BuyerFields({ quote, buyer, asksKind, isLocked, onEdit }: BuyerFieldsProps) {
  return (
    <BuyerSection
      market={quote.price.market}
      asksKind={asksKind}
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
      <PurchaseTermsSection quote={quote} buyerKind={buyer.kind} />
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

/** PRODUCT D1: the price never changes silently. Replaces the payment form for a buyer in the United Kingdom. */
function PayInPoundsPanel({ quote: { package: offer, price } }: { quote: Quote }) {
  const { answer } = useQuote('uk', offer.id, false)
  const dollars = formatMoney(price.total, price.currency)
  const pounds =
    answer.state === 'found' ? formatMoney(answer.quote.price.total, answer.quote.price.currency) : undefined
  return (
    <div className="grid gap-4">
      <Alert tone="info" title="You pay in pounds">
        <p>
          In the United Kingdom you pay in pounds{pounds ? `: ${pounds} instead of ${dollars}` : ''}. The price includes
          VAT, which your invoice shows.
        </p>
      </Alert>
      <ButtonLink to={checkoutPath('uk', offer.id)} reloadDocument wide>
        {pounds ? `Continue in pounds: ${pounds}` : 'Continue in pounds'}
      </ButtonLink>
    </div>
  )
}
