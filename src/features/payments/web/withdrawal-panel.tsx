import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatDate, formatMoment } from '#platform/web/dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import type { Withdrawal } from '../contract/refund.ts'
import { comingSessionsInWords } from '../rules/coming-sessions.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

export type WithdrawalProps = { purchaseId: string; title: string; withdrawal: Withdrawal }

/** PRODUCT D21: what cancelling within the 14 days brings and costs, to be read before the button. */
export function WithdrawalPanel(props: WithdrawalProps) {
  const { obstacle, until } = props.withdrawal
  const panel = useRef<HTMLDivElement>(null)
  useKeepFocus(panel, obstacle ?? 'open')
  return (
    <div ref={panel} tabIndex={-1} className="grid max-w-prose gap-4 focus:outline-none">
      {obstacle ? <p>{obstacleInWords[obstacle](until)}</p> : <OpenWithdrawal {...props} />}
    </div>
  )
}

function OpenWithdrawal({ purchaseId, title, withdrawal }: WithdrawalProps) {
  const [isAsking, setAsking] = useState(false)
  const { until, refund, paid, currency, comingSessions } = withdrawal
  const coming = comingSessionsInWords(comingSessions)
  return (
    <>
      <p>
        You can cancel until <strong className="font-semibold">{formatMoment(until)}</strong>. If you do it now, you get
        back <strong className="font-semibold">{formatMoney(refund, currency)}</strong> of the{' '}
        {formatMoney(paid, currency)} that you paid.
      </p>
      <Counting withdrawal={withdrawal} />
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
        <li>Your access to {title} ends at once.</li>
        {coming ? <li>We cancel {coming}. You do not pay for that.</li> : null}
        <li>The money goes back the way you paid, within 14 days.</li>
        <li>We send you an email with the figures, and a credit note.</li>
      </ul>
      <p className="text-sm text-muted">
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
        in any words you like.
      </p>
      <Button variant="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        Cancel this contract
      </Button>
      {isAsking ? (
        <WithdrawalDialog
          purchaseId={purchaseId}
          title={title}
          withdrawal={withdrawal}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

function Counting({ withdrawal: { counting, paid, refund, currency } }: { withdrawal: Withdrawal }) {
  const kept = formatMoney(paid - refund, currency)
  if (counting.by === 'nothing-used' || refund === paid) return <p>You have used nothing yet, so nothing is kept.</p>
  if (counting.by === 'days') {
    return (
      <p>
        You have had it for {counting.used} of its {counting.of} days, so you pay {kept} for those.
      </p>
    )
  }
  const received = counting.lines.filter(({ used }) => used > 0)
  return (
    <div>
      <p>You pay {kept} for what you have received:</p>
      <ul className="mt-2 grid gap-1">
        {received.map(({ title, used, promised }) => (
          <li key={title} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-1.5">
            <span className="min-w-0 break-words">{title}</span>
            <span className="shrink-0 tabular-nums">
              {used} of {promised} used
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const obstacleInWords = {
  business: () => (
    <>
      You bought this as a business. The right to cancel within 14 days is a consumer’s. Please{' '}
      <Link to="/portal/messages" className="link">
        write to us
      </Link>{' '}
      if something is wrong.
    </>
  ),
  'too-late': (until) => `The 14 days in which you could cancel ended on ${formatDate(until)}.`,
  'not-paid': () => 'The payment is not here, or a bank has taken it back for now, so there is nothing to cancel.',
  'fully-delivered': () => 'Everything in this package has been delivered, so it cannot be cancelled any more.',
  'given-back': () => 'This package was cancelled or refunded already.',
  renewal: () =>
    'The 14 days count from the first month of a subscription. You can end it at any time: then no further month is charged.',
} satisfies Record<NonNullable<Withdrawal['obstacle']>, (until: string) => ReactNode>
