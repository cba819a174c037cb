import { Link } from 'react-router'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Money } from '#platform/web/ui/money.tsx'
import type { Movement, PurchaseRecord, StaffRefund } from '../contract.ts'
import { ListSection } from './record-section.tsx'

/** Money movements, refunds and disputes, with the staff member who requested a refund. */
export function MoneyMovementsSection({ record: { movements, refunds, disputes } }: { record: PurchaseRecord }) {
  return (
    <>
      <ListSection
        title="Money that moved"
        emptyText="No money has moved."
        lines={movements.map(({ kind, providerId, amount, currency, occurredAt }) => ({
          key: `${kind} ${providerId}`,
          title: movementText[kind],
          amount: <Money amount={amount} currency={currency} />,
          details: `${formatMoment(occurredAt)}, at the provider: ${providerId}`,
        }))}
      />
      <ListSection
        title="Refunds and disputes"
        emptyText="Nothing was given back or disputed."
        lines={[
          ...refunds.map((refund) => ({
            key: refund.id,
            title: `${refundKinds[refund.kind]}: ${refundStates[refund.status]}`,
            amount: <Money amount={refund.amount} currency={refund.currency} />,
            details: describeRefund(refund),
          })),
          ...disputes.map(({ providerId, status, amount, currency, reason, openedAt }) => ({
            key: providerId,
            title: disputeStates[status],
            amount: <Money amount={amount} currency={currency} />,
            details: `${formatMoment(openedAt)}. The bank’s reason: ${reason.replaceAll('_', ' ')}. At the provider: ${providerId}`,
          })),
        ]}
      />
    </>
  )
}

function describeRefund({ requestedAt, requestedBy, reason, failureReason, endsAccess }: StaffRefund): string {
  const by = requestedBy ? `, ${requestedBy}` : ''
  const ending = endsAccess ? ' The package ended with it.' : ''
  const failure = failureReason ? ` The provider says: ${failureReason.replaceAll('_', ' ')}.` : ''
  return `${formatMoment(requestedAt)}${by}: ${reason}.${ending}${failure}`
}

/** Events received from Stripe, and the emails and anomalies that followed. */
export function EmailsAndEventsSection({ record: { events, emails, anomalies } }: { record: PurchaseRecord }) {
  return (
    <>
      <ListSection
        title="Letters"
        emptyText="No letter was written about it."
        lines={emails.map(({ id, subject, state, writtenAt }) => ({
          key: id,
          title: (
            // Full load: the email page has its own content security policy.
            <Link to={`/admin/emails/${id}`} reloadDocument className="link">
              {subject || 'A mail that is forgotten'}
            </Link>
          ),
          details: `${formatMoment(writtenAt)}: ${emailStates[state]}`,
        }))}
      />
      <ListSection
        title="What the provider told us"
        emptyText="Nothing, or it is forgotten: what was followed is kept for 90 days."
        lines={events.map(({ id, type, receivedAt, handledAt, failures }) => ({
          key: id,
          title: type,
          details: `${formatMoment(receivedAt)}, ${handledAt ? 'followed' : 'not followed yet'}${failures > 0 ? `, failed ${failures} times` : ''}: ${id}`,
        }))}
      />
      {anomalies.length > 0 ? (
        <ListSection
          title="Anomalies"
          emptyText=""
          lines={anomalies.map(({ id, sentence, foundAt, resolution }) => ({
            key: id,
            title: sentence,
            details: (
              <>
                Found {formatMoment(foundAt)}.{' '}
                {resolution ? (
                  `Closed ${formatMoment(resolution.at)}: ${resolution.reason}`
                ) : (
                  <Link to="/admin/anomalies" className="link">
                    To be closed
                  </Link>
                )}
              </>
            ),
          }))}
        />
      ) : null}
    </>
  )
}

const movementText = {
  charge: 'Paid',
  refund: 'Given back',
  refund_reversal: 'A refund came back to us',
  dispute: 'Taken back by the bank',
  dispute_reversal: 'A dispute was won: paid again',
} satisfies Record<Movement['kind'], string>

const refundKinds = {
  withdrawal: 'Cancelled by the buyer',
  upgrade: 'Exchanged for another package',
  staff: 'Refund',
  provider: 'Refund made at the provider',
} satisfies Record<StaffRefund['kind'], string>

const refundStates = {
  requested: 'on its way',
  pending: 'on its way',
  succeeded: 'arrived',
  failed: 'failed',
} satisfies Record<StaffRefund['status'], string>

const disputeStates = {
  open: 'Dispute: not decided',
  won: 'Dispute: won',
  lost: 'Dispute: lost',
} satisfies Record<PurchaseRecord['disputes'][number]['status'], string>

const emailStates = {
  waiting: 'waits to be sent',
  retrying: 'is tried again',
  sent: 'sent',
  'given-up': 'not sent',
} satisfies Record<PurchaseRecord['emails'][number]['state'], string>
