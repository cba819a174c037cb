import type { BuyerKind } from '#features/purchases/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatDate } from '#platform/web/dates.ts'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import type { Quote } from '../contract.ts'
import type { Consents } from './queries.ts'
import { RenewalTerms } from './renewal-section.tsx'

/** What the law wants said before the button: the whole price, what renews, the right to cancel (PRODUCT D19). */
export function TermsInShort({ quote: { price, renewal }, buyerKind }: { quote: Quote; buyerKind: BuyerKind }) {
  const total = formatMoney(price.total, price.currency)
  const tax = `${formatMoney(price.tax, price.currency)} ${price.market === 'uk' && price.tax > 0 ? 'VAT' : 'tax'}`
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
      {renewal ? (
        <RenewalTerms total={total} tax={tax} nextChargeAt={renewal.nextChargeAt} />
      ) : (
        <li>
          You pay <strong className="font-semibold">{total} once</strong>, including {tax}. Nothing renews.
        </li>
      )}
      <li>
        {buyerKind === 'business'
          ? 'The 14-day right to cancel is for consumers: a business does not have it.'
          : 'You have 14 days to cancel, from the day you buy.'}{' '}
        <a href="/terms#cancel" className="link">
          How cancelling works
        </a>
      </li>
    </ul>
  )
}

type StartChoiceProps = {
  quote: Quote
  buyerKind: BuyerKind
  consents: Consents
  isLocked: boolean
  onChange: (consents: Consents) => void
}

/** The boxes are a consumer's: without them nothing starts while it could be cancelled. A business starts at once. */
export function StartChoice({ quote, buyerKind, consents, isLocked, onChange }: StartChoiceProps) {
  if (buyerKind === 'business') return <StartNews quote={quote} startsNow />
  const startsNow = consents.startNow && consents.acknowledgeLoss
  return (
    <fieldset disabled={isLocked} className="grid gap-4">
      <legend className="mb-3 font-medium">Would you like to start straight away?</legend>
      <CheckboxField
        label={quote.consents.startNow}
        checked={consents.startNow}
        onChange={({ target }) => onChange({ ...consents, startNow: target.checked })}
      />
      <CheckboxField
        label={quote.consents.acknowledgeLoss}
        checked={consents.acknowledgeLoss}
        onChange={({ target }) => onChange({ ...consents, acknowledgeLoss: target.checked })}
      />
      <StartNews quote={quote} startsNow={startsNow} />
    </fieldset>
  )
}

function StartNews({ quote, startsNow }: { quote: Quote; startsNow: boolean }) {
  return (
    <p role="status" className="rounded-md bg-info-soft px-4 py-3">
      <StartSentence quote={quote} startsNow={startsNow} />
    </p>
  )
}

function StartSentence({ quote, startsNow }: { quote: Quote; startsNow: boolean }) {
  const { startsLaterAt, runsUntil, renewal } = quote
  if (renewal) return <FirstMonthSentence startsLaterAt={startsLaterAt} runsUntil={runsUntil} startsNow={startsNow} />
  // Bought again while it runs, a package starts at its own end (PRODUCT D11).
  if (runsUntil && (startsNow || Date.parse(runsUntil) > Date.parse(startsLaterAt))) {
    return (
      <>
        You already have this package until <Day>{runsUntil}</Day>. What you buy now starts then.
      </>
    )
  }
  if (runsUntil) {
    return (
      <>
        You already have this package until <Day>{runsUntil}</Day>. What you buy now starts on{' '}
        <Day>{startsLaterAt}</Day>, when the 14 days are over.
      </>
    )
  }
  if (startsNow) return 'Your package starts as soon as your payment is confirmed.'
  return (
    <>
      You can leave the boxes empty. Your package then starts on <Day>{startsLaterAt}</Day>, when the 14 days are over.
    </>
  )
}

/** Each month of a subscription starts as many days after its charge as the first one does. */
function FirstMonthSentence({
  startsLaterAt,
  runsUntil,
  startsNow,
}: Pick<Quote, 'startsLaterAt' | 'runsUntil'> & { startsNow: boolean }) {
  if (runsUntil && (startsNow || Date.parse(runsUntil) > Date.parse(startsLaterAt))) {
    return (
      <>
        You already have this package until <Day>{runsUntil}</Day>. Your first month starts within a day after that, and
        every further month as many days after it is paid.
      </>
    )
  }
  if (startsNow) return 'Your first month starts as soon as your payment is confirmed.'
  return (
    <>
      {runsUntil ? (
        <>
          You already have this package until <Day>{runsUntil}</Day>.
        </>
      ) : (
        'You can leave the boxes empty.'
      )}{' '}
      Each month then starts 14 days after it is paid: your first on <Day>{startsLaterAt}</Day>.
    </>
  )
}

/** Nobody pays a second time without having been asked (PRODUCT D11). Until when it runs stands below the boxes. */
export function OnceMoreQuestion() {
  return <p className="font-medium">Would you like to buy this package once more?</p>
}

function Day({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{formatDate(children)}</span>
}
