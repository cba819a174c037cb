import { useState } from 'react'
import type { Purchase } from '#features/purchases/contract.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { Currency } from '#platform/shared/money.ts'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { describeUpcomingSessions } from '../../refunds/rules.ts'
import type { Quote } from '../contract.ts'
import type { UpgradeOrder } from './pay-for-package.ts'

type UpgradeOfferPanelProps = {
  quote: Quote
  isChosen: boolean
  /** The upgrade replaces the old package immediately, so it requires a start today. */
  startsNow: boolean
  problem: string | undefined
  isLocked: boolean
  onChange: (isChosen: boolean) => void
}

/**
 * Offers to replace the member's lesser package. The box is never ticked in advance, because the upgrade ends a
 * package.
 */
export function UpgradeOfferPanel({ quote, isChosen, startsNow, problem, isLocked, onChange }: UpgradeOfferPanelProps) {
  const { package: offer, price, upgrade } = quote
  if (!upgrade) return null
  const { packageTitle } = upgrade
  const credit = formatMoney(upgrade.credit, upgrade.currency)
  const upcomingSessions = describeUpcomingSessions(upgrade.upcomingSessions)
  return (
    <fieldset disabled={isLocked} className="grid gap-4">
      <legend className="mb-3 font-medium">
        Upgrade from {packageTitle} to {offer.title}?
      </legend>
      <CheckboxField
        name="upgrade"
        label={
          <>
            Replace my {packageTitle} and refund <span className="font-semibold">{credit}</span>, for what I haven’t
            used, to {refundDestination[upgrade.currency]} I paid with. My {packageTitle} ends as soon as this payment
            is confirmed
            {upcomingSessions ? `, along with ${upcomingSessions}` : ''}.
          </>
        }
        checked={isChosen}
        hint={
          startsNow || problem ? undefined : `To upgrade, choose “Start today”: ${offer.title} starts straight away.`
        }
        {...(problem && { error: problem })}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p role="status" className="rounded-md bg-info-soft px-4 py-3 empty:hidden">
        {isChosen ? (
          <>
            You’ll pay <strong className="font-semibold">{formatMoney(price.total, price.currency)}</strong> now. We’ll
            refund <strong className="font-semibold">{credit}</strong> for {packageTitle} to{' '}
            {refundDestination[upgrade.currency]} you paid with, within 10 working days.
          </>
        ) : (
          'Leave this unticked to keep both packages.'
        )}
      </p>
    </fieldset>
  )
}

/** Shown after payment: the refund for the old package is on its way and takes a few days. */
export function CreditNotice({ purchase: { upgrade } }: { purchase: Purchase }) {
  if (!upgrade) return null
  return (
    <p>
      Your refund of <strong className="font-semibold">{formatMoney(upgrade.credit, upgrade.currency)}</strong> for your
      old package is on its way to {refundDestination[upgrade.currency]} you paid with. It’ll arrive within 10 working
      days.
    </p>
  )
}

/** The refund goes to the original payment method. In pounds that is a card; in dollars it may also be PayPal. */
const refundDestination: Record<Currency, string> = {
  GBP: 'the card',
  USD: 'the card or the PayPal account',
}

type UpgradeSettings = { quote: Quote; startsNow: boolean; draftId: string | null }

/** Decides whether to replace the old package. If a new quote offers a different one, the choice is cleared. */
export function useUpgrade({ quote: { upgrade }, startsNow, draftId }: UpgradeSettings) {
  const [chosenId, setChosenId] = useState(draftId)
  const [isChecked, setChecked] = useState(false)
  const isChosen = upgrade !== null && upgrade.purchaseId === chosenId
  const isMissingStart = isChosen && !startsNow

  const choose = (isTicked: boolean) => {
    setChosenId(isTicked && upgrade ? upgrade.purchaseId : null)
    setChecked(false)
  }
  /**
   * @returns false if the member wants the upgrade but has not chosen "Start today"; the error is then shown next to it
   */
  const check = () => {
    setChecked(true)
    return !isMissingStart
  }
  const order: UpgradeOrder | null = isChosen
    ? { purchaseId: upgrade.purchaseId, expectedCredit: upgrade.credit }
    : null
  const problem = isChecked && isMissingStart ? 'Choose “Start today” above, or untick this box.' : undefined
  return { isChosen, problem, order, choose, check }
}
