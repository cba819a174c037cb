import { type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatMoment } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#platform/web/ui/confirm-dialog.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { describeUpcomingSessions } from '../refunds/rules.ts'
import { cancelSubscription, type Subscription } from '../subscriptions/contract.ts'
import { isRenewing } from '../subscriptions/rules.ts'
import { type Withdrawal, withdrawPurchase } from '../withdrawal/contract.ts'

type CancelPanelProps = {
  purchaseId: string
  title: string
  withdrawal: Withdrawal
  /** Undefined unless the package is monthly. */
  subscription: Subscription | undefined
}

/** The portal's one place to cancel (PRODUCT D21). D25 is the way without logging in. Before the member decides, each choice shows its refund and what it ends. */
export function CancelPanel(props: CancelPanelProps) {
  const { withdrawal, subscription } = props
  const { blocker, until } = withdrawal
  const renewing = subscription && isRenewing(subscription) ? subscription : undefined
  const panel = useRef<HTMLDivElement>(null)
  useKeepFocus(panel, `${blocker ?? 'open'} ${renewing?.status ?? 'ends'}`)
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-6 focus:outline-none">
      {blocker ? <p className="max-w-prose">{blockerText[blocker](until)}</p> : null}
      {blocker && !renewing ? null : (
        <div className="grid gap-4 lg:auto-cols-fr lg:grid-flow-col">
          {blocker ? null : <Withdraw {...props} />}
          {renewing ? <StopRenewing subscription={renewing} /> : null}
        </div>
      )}
      {blocker ? null : <MoreInformation />}
    </div>
  )
}

function Withdraw({ purchaseId, title, withdrawal, subscription }: CancelPanelProps) {
  const { until, refund, currency, upcomingSessions } = withdrawal
  const upcoming = describeUpcomingSessions(upcomingSessions)
  const money = formatMoney(refund, currency)
  return (
    <Choice
      title="Cancel now"
      facts={[
        ['Your refund', money],
        ['Your access', 'Ends now'],
        ...(subscription ? [['Further payments', 'None'] satisfies Fact] : []),
      ]}
      confirmation={{
        title: `Cancel ${title}?`,
        act: refund > 0 ? `Cancel and refund ${money}` : 'Cancel without a refund',
        busyLabel: 'Cancelling…',
        keep: 'Keep my package',
        send: () => attempt(withdrawPurchase, { params: { purchaseId }, body: { expectedRefund: refund } }),
        children: (
          <p>
            {title} will end now{upcoming ? `, along with ${upcoming}` : ''}
            {refund > 0 ? (
              <>
                , and we’ll refund <strong className="font-semibold">{money}</strong>.
              </>
            ) : (
              '. There’s no refund.'
            )}{' '}
            {subscription ? 'You won’t be charged again. ' : ''}This can’t be undone.
          </p>
        ),
      }}
    >
      <p>
        You can do this until <strong className="font-semibold">{formatMoment(until)}</strong>.
      </p>
      <RefundCalculation withdrawal={withdrawal} />
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
        {upcoming ? <li>We’ll cancel {upcoming}, at no charge.</li> : null}
        {refund > 0 ? <li>We’ll pay the refund to your original payment method within 14 days.</li> : null}
        <li>We’ll email you the details{refund > 0 ? ' and add a credit note to your invoices' : ''}.</li>
      </ul>
    </Choice>
  )
}

function StopRenewing({ subscription: { id, title, status, usableUntil } }: { subscription: Subscription }) {
  const usable = usableUntil && formatCompanyDate(usableUntil)
  const isPaid = status === 'active'
  const act = isPaid ? 'Cancel at the end of the month' : 'Cancel subscription'
  return (
    <Choice
      title={act}
      facts={[
        ['Your refund', 'None'],
        ['Your access', usable ? `Until ${usable}` : 'Ends now'],
        ['Further payments', 'None'],
      ]}
      confirmation={{
        title: `Cancel ${title}?`,
        act,
        busyLabel: 'Cancelling…',
        keep: 'Keep subscription',
        send: () => attempt(cancelSubscription, { params: { subscriptionId: id } }),
        children: (
          <p className="text-lg">
            {isPaid ? '' : 'This month hasn’t been paid for, so your subscription will end straight away. '}
            {usable ? `You can use it until ${usable}. ` : ''}You won’t be charged again.
          </p>
        ),
      }}
    >
      <p>
        {isPaid
          ? 'You’ll keep the month you’ve paid for, and you can change your mind until it ends.'
          : 'This month hasn’t been paid for, so your subscription will end straight away.'}
      </p>
    </Choice>
  )
}

type Fact = [name: string, value: string]

type Confirmation = Pick<ConfirmDialogProps, 'title' | 'act' | 'busyLabel' | 'keep' | 'children'> & {
  send: () => Promise<Attempt<unknown>>
}

type ChoiceProps = { title: string; facts: Fact[]; confirmation: Confirmation; children: ReactNode }

/** The amounts come first, then what they mean. The buttons line up across the choices. */
function Choice({ title, facts, confirmation, children }: ChoiceProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section
      aria-label={title}
      className="flex max-w-prose flex-col gap-4 rounded-md border border-line p-[min(1.25rem,5vw)]"
    >
      <h4 className="text-lg font-semibold">{title}</h4>
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4 border-t border-line pt-4">{children}</div>
      <div className="mt-auto grid pt-2 sm:justify-items-start">
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {confirmation.act}
        </Button>
      </div>
      {isAsking ? <CancelDialog {...confirmation} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** The final confirmation. If the refund has changed in the meantime, the page reloads and asks the member again. */
function CancelDialog({ send, ...dialog }: Confirmation & { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const action = useAction({ toast: 'success', reload: revalidate })
  return (
    <ConfirmDialog {...dialog} variant="danger" action={action} onConfirm={() => action.run(send, dialog.onClose)} />
  )
}

function RefundCalculation({ withdrawal: { counting, paid, refunded, refund, currency } }: { withdrawal: Withdrawal }) {
  const keptAmount = formatMoney(paid - refunded - refund, currency)
  const ofTotal = `of the ${formatMoney(paid, currency)} you paid`
  const earlierRefund = refunded > 0 ? ` We’ve already refunded ${formatMoney(refunded, currency)}.` : ''
  if (counting.by === 'nothing-used') {
    return (
      <p>
        {earlierRefund
          ? `You haven’t used anything.${earlierRefund}`
          : 'You haven’t used anything, so you’ll get a full refund.'}
      </p>
    )
  }
  if (counting.by === 'days') {
    return (
      <p>
        {counting.used} of your package’s {counting.of} days {counting.used === 1 ? 'has' : 'have'} started, so we’ll
        keep {keptAmount} {ofTotal}.{earlierRefund}
      </p>
    )
  }
  const received = counting.lines.filter(({ used }) => used > 0)
  return (
    <div>
      <p>
        We’ll keep {keptAmount} {ofTotal}, for what you’ve received.{earlierRefund}
      </p>
      <ul className="mt-2 grid gap-1">
        {received.map(({ title, used, promised, isByDays }) => (
          <li key={title} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-1.5">
            <span className="min-w-0 break-words">{title}</span>
            <span className="shrink-0 tabular-nums">
              {used} of {promised} {isByDays ? 'days' : 'used'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MoreInformation() {
  return (
    <p className="max-w-prose text-sm text-muted">
      <Link to="/terms#cancel" className="link">
        How cancelling works
      </Link>
      . You can also use the{' '}
      <Link to="/terms#form" className="link">
        model cancellation form
      </Link>
      , or{' '}
      <Link to="/portal/messages" className="link">
        tell us
      </Link>{' '}
      in your own words.
    </p>
  )
}

const blockerText = {
  business: () => (
    <>
      You bought this as a business, and the right to cancel within 14 days is for consumers. If something’s wrong,{' '}
      <Link to="/portal/messages" className="link">
        message us
      </Link>
      .
    </>
  ),
  'too-late': (until) => `Your 14 days to cancel and get a refund ended on ${formatCompanyDate(until)}.`,
  'not-paid': () =>
    'We haven’t received the payment, or your bank has reversed it for now, so there’s nothing to refund.',
  'fully-delivered': () => 'Everything in this package has been delivered, so you can no longer cancel it.',
  refunded: () => 'This package has been cancelled or refunded.',
  renewal: () => 'Your 14 days to cancel and get a refund started with your first month and have ended.',
} satisfies Record<NonNullable<Withdrawal['blocker']>, (until: string) => ReactNode>
