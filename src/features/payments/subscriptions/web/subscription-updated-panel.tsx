import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Subscription } from '../contract.ts'

/** Shown on success: the amount charged, the next charge and a link back. */
export function SubscriptionUpdatedPanel({ title, subscription, charged }: SubscriptionUpdatedPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused form is removed, so focus the heading instead.
  useEffect(() => {
    document.title = title
    heading.current?.focus()
  }, [title])
  const { price, renewsAt, card, status } = subscription
  const amount = formatMoney(price.total, price.currency)
  const toCard = card ? ` to your card ending in ${card.last4}` : ''
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-center">
      <CircleCheck aria-hidden="true" className="size-16 text-success" strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1} className="text-3xl focus:outline-none sm:text-4xl">
        {title}
      </h1>
      {charged ? (
        <p className="text-lg">
          We’ve just charged {formatMoney(charged.total, charged.currency)}
          {toCard} for this month. Your invoice is under Invoices.
        </p>
      ) : null}
      {status === 'active' && renewsAt && !subscription.cancelsAtPeriodEnd ? (
        <p className="text-lg">
          You’ve paid for {subscription.title}. On {formatDate(renewsAt)} we’ll charge {amount}
          {toCard}.
        </p>
      ) : null}
      <BackToPackages />
    </div>
  )
}

type SubscriptionUpdatedPanelProps = {
  title: string
  subscription: Subscription
  /** The price of a due month that has just been paid for. */
  charged: Subscription['price'] | null
}

export function BackToPackages() {
  return (
    <ButtonLink to="/portal/packages" reloadDocument variant="quiet">
      Back to My Packages
    </ButtonLink>
  )
}
