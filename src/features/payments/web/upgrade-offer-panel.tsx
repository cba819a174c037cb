import { useEffect, useRef } from 'react'
import type { Purchase } from '#features/purchases/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { Currency } from '#platform/shared/money.ts'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import type { Quote } from '../contract.ts'
import { comingSessionsInWords } from '../rules/coming-sessions.ts'

type UpgradeOfferProps = {
  quote: Quote
  isChosen: boolean
  /** The new package takes the place of the old one at once: both boxes above have to be ticked. */
  startsNow: boolean
  problem: string | undefined
  isLocked: boolean
  onChange: (isChosen: boolean) => void
}

/** The lesser package of the member in place of which this one can be bought. Never ticked by us: it ends what is owned. */
export function UpgradeOffer({ quote, isChosen, startsNow, problem, isLocked, onChange }: UpgradeOfferProps) {
  const { package: offer, price, upgrade } = quote
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem) box.current?.focus()
  }, [problem])
  if (!upgrade) return null
  const { packageTitle } = upgrade
  const credit = formatMoney(upgrade.credit, upgrade.currency)
  const coming = comingSessionsInWords(upgrade.comingSessions)
  return (
    <fieldset disabled={isLocked} className="grid gap-4">
      <legend className="mb-3 font-medium">
        Would you like {offer.title} in place of your {packageTitle}?
      </legend>
      <CheckboxField
        ref={box}
        name="upgrade"
        label={
          <>
            Use my {packageTitle} for it: <span className="font-semibold">{credit}</span> goes back to{' '}
            {wayBack[upgrade.currency]} I paid it with, for what I have not used of it. It ends as soon as this payment
            is confirmed{coming ? `, and ${coming} with it` : ''}.
          </>
        }
        checked={isChosen}
        hint={
          startsNow || problem
            ? undefined
            : `Only together with both boxes above, because ${offer.title} then starts at once.`
        }
        {...(problem && { error: problem })}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p role="status" className="rounded-md bg-info-soft px-4 py-3 empty:hidden">
        {isChosen ? (
          <>
            You pay <strong className="font-semibold">{formatMoney(price.total, price.currency)}</strong> now.{' '}
            <strong className="font-semibold">{credit}</strong> goes back to {wayBack[upgrade.currency]} you paid{' '}
            {packageTitle} with, within 10 working days.
          </>
        ) : (
          `Otherwise you keep your ${packageTitle}, and have both.`
        )}
      </p>
    </fieldset>
  )
}

/** After paying: what was promised for the old package has been sent off, and is not there at once. */
export function CreditNews({ purchase: { upgrade } }: { purchase: Purchase }) {
  if (!upgrade) return null
  return (
    <p>
      <strong className="font-semibold">{formatMoney(upgrade.credit, upgrade.currency)}</strong> for your old package is
      on its way back to {wayBack[upgrade.currency]} you paid it with. It arrives within 10 working days.
    </p>
  )
}

/** The credit goes back the way it came. In pounds that is a card; in dollars we do not know here which of both it was. */
const wayBack: Record<Currency, string> = {
  GBP: 'the card',
  USD: 'the card or the PayPal account',
}
