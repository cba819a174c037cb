import { type ReactNode, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { Money } from '#platform/web/ui/money.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { resumeSubscription, type Subscription } from '../contract/subscription.ts'
import { CancelSubscriptionDialog } from './cancel-subscription-dialog.tsx'

/** What a monthly package costs and when, and how to end it, keep it, or pay it with another card. */
export function SubscriptionPanel({ subscription }: { subscription: Subscription }) {
  const { price, card, renewsAt } = subscription
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
      <Standing subscription={subscription} />
      {isLive ? (
        <dl className="grid gap-2">
          <Fact name="Each month">
            <Money amount={price.total} currency={price.currency} />{' '}
            <span className="text-muted">incl. {price.taxLabel}</span>
          </Fact>
          {subscription.status === 'active' && !subscription.cancelsAtPeriodEnd && renewsAt ? (
            <Fact name="Next payment">{formatDate(renewsAt)}</Fact>
          ) : null}
          {card ? (
            <Fact name="Card">
              <span className="capitalize">{card.brand}</span> ending in {card.last4}
            </Fact>
          ) : null}
        </dl>
      ) : null}
      <Actions subscription={subscription} />
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Standing({ subscription: { status, graceUntil, paidUntil, cancelsAtPeriodEnd, endedAt } }: SubscriptionProps) {
  if (endedAt) {
    return <p>This subscription ended on {formatDate(endedAt)}. Nothing more is charged.</p>
  }
  if (status === 'past_due') {
    return (
      <Alert tone="warning" title="This month is not paid yet">
        <p>
          The payment did not go through: your card was declined, or your bank wants you to confirm it.
          {graceUntil ? ` You can use your package until ${formatDate(graceUntil)}.` : ''}
        </p>
      </Alert>
    )
  }
  if (status === 'unpaid') {
    return (
      <Alert tone="warning" title="This month is not paid">
        <p>Your card could not be charged, so your subscription ends. Nothing more is charged.</p>
      </Alert>
    )
  }
  if (!cancelsAtPeriodEnd) return null
  return <p>Cancelled. {paidUntil ? `You can use it until ${formatDate(paidUntil)}. ` : ''}Nothing more is charged.</p>
}

type SubscriptionProps = { subscription: Subscription }

function Actions({ subscription }: SubscriptionProps) {
  const { id, status, endedAt, cancelsAtPeriodEnd, serviceType, packageId } = subscription
  const [isAsking, setAsking] = useState(false)
  if (endedAt) {
    return (
      <Link to={`${services[serviceType].page}#${packageId}`} className="link link-alone justify-self-start">
        Buy again
      </Link>
    )
  }
  if (cancelsAtPeriodEnd && status === 'active') return <Undo subscription={subscription} />
  const isDue = status === 'past_due'
  return (
    <div className="flex flex-wrap gap-3">
      {status === 'unpaid' ? null : (
        <ButtonLink
          to={`/checkout/card?subscription=${id}`}
          reloadDocument
          size="small"
          variant={isDue ? 'primary' : 'quiet'}
        >
          Update your card
        </ButtonLink>
      )}
      {isDue ? (
        <ButtonLink to={`/checkout/payment?subscription=${id}`} reloadDocument size="small" variant="quiet">
          Pay with the same card
        </ButtonLink>
      ) : null}
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      {isAsking ? <CancelSubscriptionDialog subscription={subscription} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function Undo({ subscription: { id } }: SubscriptionProps) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const undo = async () => {
    setBusy(true)
    const ending = await attempt(resumeSubscription, { params: { subscriptionId: id } })
    if (ending.state === 'done') notify.success(ending.message)
    setProblem(ending.state === 'failed' ? ending.message : undefined)
    await revalidate()
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-3">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button size="small" busy={isBusy} busyLabel="One moment…" onClick={undo}>
        Undo cancellation
      </Button>
    </div>
  )
}
