import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { useMember } from '#features/accounts/web/public.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { reloadPage } from '#platform/web/leave.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Quote } from '../contract.ts'
import { paysInPounds } from '../rules.ts'
import { OnceMoreQuestion, StartChoice, TermsInShort } from './before-paying-panel.tsx'
import { BillingInformation, PaymentInformation, ProviderLine } from './billing-section.tsx'
import { BuyerSection } from './buyer-section.tsx'
import { AgeObstacleNotice, AgeQuestion } from './guardian-panel.tsx'
import { PayInPounds } from './pounds-panel.tsx'
import { CHECK_FIELDS, type Consents, NOT_LOADED } from './queries.ts'
import { CardMandate } from './renewal-section.tsx'
import { UpgradeOffer } from './upgrade-offer-panel.tsx'
import { useAge } from './use-age.ts'
import { useBuyer } from './use-buyer.ts'
import type { Order, Payment } from './use-checkout.ts'
import { type Draft, keepDraft } from './use-draft.ts'
import type { CardEntry, CardEntryProps } from './use-stripe-library.ts'
import { useUpgrade } from './use-upgrade.ts'

type PaymentFormProps = {
  quote: Quote
  payment: Payment
  /** What was typed before the person went to pay elsewhere, and came back. */
  draft?: Draft | undefined
  onPay: (order: Order) => void
  onProblem: (message: string | undefined) => void
  /** Where the card is typed, or another way to pay is chosen. */
  Entry: ComponentType<CardEntryProps>
}

/** Everything between the price and the payment, in either checkout. For members. */
export function PaymentForm({ quote, payment, draft, onPay, onProblem, Entry }: PaymentFormProps) {
  const member = useMember()
  const entry = useRef<CardEntry>(null)
  const [library, setLibrary] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [consents, setConsents] = useState<Consents>(draft?.consents ?? { startNow: false, acknowledgeLoss: false })
  const { market } = quote.price
  const buyer = useBuyer(market, draft?.buyer)
  const age = useAge(quote)
  const buyerKind = buyer.fields.kind
  const upgrade = useUpgrade({ quote, buyerKind, consents, kept: draft?.upgradedId ?? null })
  const isBusy = payment.state === 'processing'
  const isInWrongMarket = market !== 'uk' && paysInPounds(buyer.fields.country)
  // What was wrong before it was changed is no news any more.
  const forgetProblem = () => onProblem(undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (age.isOpen) return age.insist()
    const { current: card } = entry
    const obstacle = card ? card.findProblem() : NOT_LOADED
    const checked = buyer.check()
    if (!card || !member || obstacle || !checked || !upgrade.check()) return onProblem(obstacle ?? CHECK_FIELDS)
    const { order } = upgrade
    if (card.leavesPage()) {
      const chosen = { consents, buyer: buyer.fields, upgradedId: order?.purchaseId ?? null }
      keepDraft({ memberId: member.id, packageId: quote.package.id, ...chosen })
    }
    onPay({
      member,
      consents: consentsOf(checked.kind, consents),
      buyer: checked,
      isUnder18: age.isUnder18,
      upgrade: order,
      takePayment: card.pay,
    })
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-8">
        <BillingInformation member={member}>
          <BuyerSection
            market={market}
            fields={buyer.fields}
            problems={buyer.problems}
            checks={buyer.checks}
            isLocked={isBusy}
            onChange={(changed) => {
              buyer.change(changed)
              forgetProblem()
            }}
          />
        </BillingInformation>
        {isInWrongMarket ? <PayInPounds quote={quote} /> : null}
        {/* Hidden and not taken away: what was typed is there when another country is chosen. */}
        <div hidden={isInWrongMarket} className={isInWrongMarket ? '' : 'grid gap-8'}>
          <PaymentInformation>
            <Entry
              ref={entry}
              provider={quote.provider}
              billing={quote.package.billing}
              isBackFromPaypal={draft !== undefined}
              isLoading={library === 'loading'}
              isLocked={isBusy}
              onLoad={setLibrary}
              onEdit={forgetProblem}
            />
            {library === 'failed' ? <LoadProblem /> : null}
          </PaymentInformation>
          {quote.asksForAge ? <AgeQuestion age={age} isLocked={isBusy} /> : null}
          <StartChoice
            quote={quote}
            buyerKind={buyerKind}
            consents={consents}
            isLocked={isBusy}
            onChange={(changed) => {
              setConsents(changed)
              forgetProblem()
            }}
          />
          <UpgradeOffer
            quote={quote}
            isChosen={upgrade.isChosen}
            startsNow={upgrade.startsNow}
            problem={upgrade.problem}
            isLocked={isBusy}
            onChange={(isChosen) => {
              upgrade.choose(isChosen)
              forgetProblem()
            }}
          />
          <TermsInShort quote={quote} buyerKind={buyerKind} />
          <div className="grid gap-4">
            <CardMandate quote={quote} />
            <BeforeButton quote={quote} payment={payment} />
            <AgeObstacleNotice age={age} />
            <Button
              type="submit"
              wide
              disabled={
                library !== 'ready' || payment.state === 'reading' || isInWrongMarket || age.obstacle !== undefined
              }
              busy={isBusy}
              busyLabel="Processing Payment..."
            >
              {labelOf(payment, quote)}
            </Button>
            {isBusy ? <SlowNotice /> : null}
            <ProviderLine />
          </div>
        </div>
      </form>
    </Card>
  )
}

/** A business is not asked the consumer's two questions: what was ticked before it became one does not count. */
function consentsOf(kind: 'consumer' | 'business', consents: Consents): Consents {
  return kind === 'consumer' ? consents : { startNow: false, acknowledgeLoss: false }
}

/** A press that means something else than the one before has another name. */
function labelOf(payment: Payment, { price, runsUntil }: Quote): string {
  const total = formatMoney(price.total, price.currency)
  const givesUpOther = (payment.state === 'editing' || payment.state === 'reading') && payment.givesUpOther
  if (givesUpOther) return `Pay ${total} here instead`
  return runsUntil ? `Buy once more for ${total}` : `Pay ${total}`
}

/** What has to be read before the press; where it is news, the person is led to it. */
function BeforeButton({ quote: { runsUntil }, payment }: { quote: Quote; payment: Payment }) {
  const words = useRef<HTMLDivElement>(null)
  const isNews = payment.state === 'reading'
  useEffect(() => {
    if (isNews) words.current?.focus()
  }, [isNews])
  const problem = payment.state === 'editing' || payment.state === 'reading' ? payment.problem : undefined
  if (!problem && !runsUntil) return null
  return (
    <div ref={words} tabIndex={-1} className="grid gap-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {runsUntil ? <OnceMoreQuestion /> : null}
    </div>
  )
}

/** By a full load: a browser that still waits for the provider's script would only wait on for it. */
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

/** PAYMENTS §9.6: as long as anybody has to wait without a word. */
const PATIENCE_MS = 20_000

function SlowNotice() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <Alert tone="info" title="This takes longer than usual">
      <p>
        If your bank asks you something, please answer there. You can also leave this page: you get an email as soon as
        your payment is confirmed, and your dashboard shows how it stands.
      </p>
      <ButtonLink to="/portal/dashboard" reloadDocument variant="quiet" size="small" className="mt-3">
        Go to your dashboard
      </ButtonLink>
    </Alert>
  )
}
