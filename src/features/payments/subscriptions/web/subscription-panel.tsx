import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { FactLine } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { resumeSubscription, type Subscription } from '../contract.ts'

type SubscriptionPanelProps = {
  subscription: Subscription
  /** The month shown. Its page offers every way to cancel (PRODUCT D21). */
  entitlementId: string
}

/** Shows a subscription's price and dates, and how to cancel, resume or pay with another card. */
export function SubscriptionPanel({ subscription, entitlementId }: SubscriptionPanelProps) {
  const { price, laterPrice, card, renewsAt } = subscription
  const isLive = subscription.endedAt === null
  const panel = useRef<HTMLElement>(null)
  useKeepFocus(panel, `${subscription.status} ${subscription.cancelsAtPeriodEnd}`)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`Subscription ${subscription.title}`}
      className="mt-6 grid gap-4 border-t border-line pt-4 focus:outline-none"
    >
      <StatusLine subscription={subscription} />
      {isLive ? (
        <dl className="grid gap-2">
          <FactLine name="Each month">
            <Money amount={price.total} currency={price.currency} />{' '}
            <span className="text-muted">
              incl. {price.taxLabel}
              {laterPrice ? `, then ${formatMoney(laterPrice.total, price.currency)} when your discount ends` : ''}
            </span>
          </FactLine>
          {subscription.status === 'active' && !subscription.cancelsAtPeriodEnd && renewsAt ? (
            <FactLine name="Next payment">{formatDate(renewsAt)}</FactLine>
          ) : null}
          {card ? (
            <FactLine name="Card">
              <span className="capitalize">{card.brand}</span> ending in {card.last4}
            </FactLine>
          ) : null}
        </dl>
      ) : null}
      <Actions subscription={subscription} entitlementId={entitlementId} />
    </section>
  )
}

function StatusLine({ subscription: { status, usableUntil, cancelsAtPeriodEnd, endedAt } }: SubscriptionProps) {
  if (endedAt) {
    return <p>This subscription ended on {formatDate(endedAt)}. You won’t be charged again.</p>
  }
  if (status === 'past_due') {
    return (
      <Alert tone="warning" title="This month hasn’t been paid for yet">
        <p>
          The payment didn’t go through: your card was declined, or your bank wants you to confirm it.{' '}
          {usableUntil
            ? `You can book sessions that start before ${formatCompanyDate(usableUntil)}.`
            : 'You can’t book sessions until it’s paid. We’ll carry on with what you’ve already paid for.'}
        </p>
      </Alert>
    )
  }
  if (status === 'unpaid') {
    return (
      <Alert tone="warning" title="This month hasn’t been paid for">
        <p>We couldn’t charge your card, so your subscription is ending. You won’t be charged again.</p>
      </Alert>
    )
  }
  if (!cancelsAtPeriodEnd) return null
  return (
    <p>
      Cancelled. {usableUntil ? `You can use it until ${formatCompanyDate(usableUntil)}. ` : ''}You won’t be charged
      again.
    </p>
  )
}

type SubscriptionProps = { subscription: Subscription }

function Actions({ subscription, entitlementId }: SubscriptionPanelProps) {
  const { id, status, endedAt, cancelsAtPeriodEnd, serviceType, packageId } = subscription
  if (endedAt) {
    return (
      <Link to={`${services[serviceType].page}#${packageId}`} className="link link-alone justify-self-start">
        Buy again
      </Link>
    )
  }
  if (cancelsAtPeriodEnd && status === 'active') return <ResumeButton subscription={subscription} />
  const isDue = status === 'past_due'
  return (
    <div className="flex flex-wrap gap-3">
      {status === 'unpaid' ? null : <UpdateCardLink subscriptionId={id} variant={isDue ? 'primary' : 'quiet'} />}
      {isDue ? (
        <ButtonLink to={`/checkout/payment?subscription=${id}`} reloadDocument size="small" variant="quiet">
          Pay with the same card
        </ButtonLink>
      ) : null}
      <ButtonLink to={`/portal/packages/${entitlementId}#cancel`} variant="quiet" size="small">
        Cancel subscription
      </ButtonLink>
    </div>
  )
}

function UpdateCardLink({ subscriptionId, variant }: { subscriptionId: string; variant: 'primary' | 'quiet' }) {
  return (
    <ButtonLink to={`/checkout/card?subscription=${subscriptionId}`} reloadDocument size="small" variant={variant}>
      Update your card
    </ButtonLink>
  )
}

function ResumeButton({ subscription: { id } }: SubscriptionProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, ending, run } = useAction({ toast: 'success', reload: revalidate })
  const hasNoCard = ending?.state === 'failed' && ending.reason === 'no-card'
  const undo = () => run(() => attempt(resumeSubscription, { params: { subscriptionId: id } }))
  return (
    <div className="grid justify-items-start gap-3">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={isBusy} busyLabel="One moment…" onClick={undo}>
          Undo cancellation
        </Button>
        {hasNoCard ? <UpdateCardLink subscriptionId={id} variant="quiet" /> : null}
      </div>
    </div>
  )
}
