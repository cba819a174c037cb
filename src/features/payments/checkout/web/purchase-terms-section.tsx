import { useId, useState } from 'react'
import type { BuyerKind, StartChoice } from '#features/purchases/contract.ts'
import { startsAtOnce } from '#features/purchases/rules.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { type Quote, startBlockers } from '../contract.ts'
import { findStartBlocker } from '../rules.ts'
import type { Consents } from './pay-for-package.ts'

/** The law requires the total price, renewals and the right to cancel to be shown together before the button (PRODUCT D19). */
export function PurchaseTermsSection({ quote, buyerKind }: { quote: Quote; buyerKind: BuyerKind | null }) {
  const { price, renewal } = quote
  const total = formatMoney(price.total, price.currency)
  const tax = `${formatMoney(price.tax, price.currency)} ${price.market === 'uk' && price.tax > 0 ? 'VAT' : 'tax'}`
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-line px-4 py-3">
      <h3 id={id} className="mb-2 font-semibold">
        Key information
      </h3>
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
        {renewal ? (
          <RenewalTerms quote={quote} total={total} tax={tax} nextChargeAt={renewal.nextChargeAt} />
        ) : (
          <li>
            You pay <strong className="font-semibold">{total} once</strong>, including {tax}. The package won’t renew.
          </li>
        )}
        <li>
          {cancellationRight[buyerKind ?? 'unknown']}{' '}
          <a href="/terms#cancel" target="_blank" rel="noreferrer" className="link">
            How cancelling works (opens in a new tab)
          </a>
        </li>
      </ul>
    </section>
  )
}

const cancellationRight = {
  consumer: 'You have 14 days from the day you buy to cancel.',
  business: 'The 14-day right to cancel is for consumers, so it doesn’t apply to a business.',
  unknown: 'Consumers have 14 days from the day they buy to cancel. Businesses don’t.',
}

type StartSectionProps = { quote: Quote; start: Start; isLocked: boolean; onEdit: () => void }

/**
 * Consumers choose: nothing starts within the 14 days unless they ask for it. A business's package starts immediately.
 */
export function StartSection({ quote, start, isLocked, onEdit }: StartSectionProps) {
  if (!start.isAsked) return <StartNotice>{earliestStartText(quote)}</StartNotice>
  return (
    <div className="grid gap-4">
      <RadioGroup
        legend="When would you like to start?"
        name="start"
        value={start.choice}
        disabled={isLocked}
        error={start.choiceProblem}
        choices={[
          { value: 'today', label: todayLabel(quote) },
          { value: 'later', label: `Start on ${formatCompanyDate(quote.startsLaterAt)}` },
        ]}
        onChange={(choice) => {
          start.choose(choice)
          onEdit()
        }}
      />
      {start.choice === 'today' ? (
        <CheckboxField
          name="acknowledgement"
          label={quote.consents.acknowledgement}
          checked={start.isAcknowledged}
          disabled={isLocked}
          {...(start.acknowledgementProblem && { error: start.acknowledgementProblem })}
          onChange={({ target }) => {
            start.acknowledge(target.checked)
            onEdit()
          }}
        />
      ) : null}
      {start.choice ? (
        <StartNotice>{chosenSentence(quote, start.choice)}</StartNotice>
      ) : (
        <p className="text-sm text-muted">
          If you start later, you can cancel until then and get everything back. If you start today and cancel, you pay
          for what you’ve used.
        </p>
      )}
    </div>
  )
}

/** If the member already has the package, the new one starts when the current one ends (PRODUCT D11). */
function todayLabel({ runsUntil }: Quote): string {
  return runsUntil ? `Start when your current package ends, on ${formatCompanyDate(runsUntil)}` : 'Start today'
}

function StartNotice({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-md bg-info-soft px-4 py-3">
      {children}
    </p>
  )
}

/** The earliest start: now, or when the member's current package ends. */
function earliestStartText({ runsUntil, renewal }: Quote): string {
  if (!runsUntil) return `Your ${renewal ? 'first month' : 'package'} starts as soon as your payment is confirmed.`
  const end = formatCompanyDate(runsUntil)
  return renewal
    ? `Your first month starts within a day of your current package ending, on ${end}.`
    : `This package will start on ${end}, when your current one ends.`
}

function chosenSentence(quote: Quote, choice: StartChoice): string {
  if (choice === 'today') return earliestStartText(quote)
  const { renewal, startsLaterAt } = quote
  const months = renewal ? ' Each month starts the same number of days after you pay for it.' : ''
  return `Your package starts on ${formatCompanyDate(startsLaterAt)} (from midnight, London time), and you can’t use anything in it before then.${months} To start sooner, choose “Start now” on its page at any time.`
}

/** A member must read this before paying a second time (PRODUCT D11). */
export function AlreadyOwnedNotice({ runsUntil }: { runsUntil: string }) {
  return (
    <p className="font-medium">
      You already have this package until {formatCompanyDate(runsUntil)}, and you’re buying it again.
    </p>
  )
}

/** A subscription's price, next charge and cancellation terms, shown before the first payment (PRODUCT D19). */
type RenewalTermsProps = { quote: Quote; total: string; tax: string; nextChargeAt: string }

function RenewalTerms({ quote: { discount, price }, total, tax, nextChargeAt }: RenewalTermsProps) {
  const months = discount?.months ?? null
  const fullTotal = formatMoney((discount?.fullPrice ?? price).total, price.currency)
  const nextTotal = months === 1 ? fullTotal : total
  return (
    <>
      <li>
        You pay{' '}
        <strong className="font-semibold">
          {total} {months === null ? 'every month' : formatMonths(months)}
        </strong>
        , including {tax}
        {months === null ? '' : `, and ${fullTotal} a month after that`}. If you pay today, we’ll charge the next{' '}
        {nextTotal} on <span className="whitespace-nowrap">{formatDate(nextChargeAt)}</span>, and then once a month
        until you cancel. We’ll remind you by email 3 days before each charge.
      </li>
      <li>
        You can cancel at any time under My Packages. You won’t be charged again, and you keep the month you’ve paid
        for.
      </li>
    </>
  )
}

/** The member's agreement that we store the card and charge it for later months. */
export function CardMandate({ quote: { price, renewal, discount } }: { quote: Quote }) {
  if (!renewal) return null
  const total = formatMoney(price.total, price.currency)
  const months = discount?.months ?? null
  if (discount && months !== null) {
    return (
      <p className="text-sm">
        You allow {renewal.chargedBy} to charge this card {total} {formatMonths(months)}, and then{' '}
        {formatMoney(discount.fullPrice.total, price.currency)} each month until you cancel.
      </p>
    )
  }
  return (
    <p className="text-sm">
      You allow {renewal.chargedBy} to charge this card {total} each month until you cancel.
    </p>
  )
}

/** "for the first month", or "a month for the first 3 months". */
function formatMonths(months: number): string {
  return months === 1 ? 'for the first month' : `a month for the first ${months} months`
}

type Start = ReturnType<typeof useStart>

/**
 * The start choice (PRODUCT D19). Nothing is preselected, and ticking the box counts only for this version of the text.
 */
export function useStart({
  quote,
  buyerKind,
  draft,
}: {
  quote: Quote
  buyerKind: BuyerKind
  draft: Consents | undefined
}) {
  const { version } = quote.consents
  const [choice, setChoice] = useState<StartChoice | null>(draft?.start ?? null)
  const [acknowledgedVersion, setAcknowledgedVersion] = useState(draft?.acknowledged ? version : null)
  const [isChecked, setChecked] = useState(false)
  const isAsked = buyerKind === 'consumer' && !startsAfterOwnedPackage(quote)
  const isAcknowledged = acknowledgedVersion === version
  const consents = isAsked ? { start: choice, acknowledged: isAcknowledged } : defaultConsents(buyerKind)
  const blocker = findStartBlocker({ consents, buyer: { kind: buyerKind } })
  const findProblem = (startBlocker: typeof blocker) =>
    isChecked && blocker !== null && blocker === startBlocker ? startBlockers[blocker] : undefined

  return {
    choice,
    isAsked,
    isAcknowledged,
    consents,
    startsNow: startsAtOnce({ consent: consents, buyer: { kind: buyerKind } }),
    choiceProblem: findProblem('start-needed'),
    acknowledgementProblem: findProblem('acknowledgement-needed'),
    choose: setChoice,
    acknowledge: (isTicked: boolean) => setAcknowledgedVersion(isTicked ? version : null),
    /** @returns false if an answer is missing; the error is then shown next to it */
    check: () => {
      setChecked(true)
      return blocker === null
    },
  }
}

/**
 * True if the member's current package ends after the cancellation period, so that the new one starts when it ends
 * (PRODUCT D11).
 */
function startsAfterOwnedPackage({ runsUntil, startsLaterAt }: Quote): boolean {
  return runsUntil !== null && Date.parse(runsUntil) >= Date.parse(startsLaterAt)
}

function defaultConsents(kind: BuyerKind): Consents {
  return { start: kind === 'business' ? null : 'later', acknowledged: false }
}
