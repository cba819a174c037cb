import { formatMoment } from '#platform/web/format-dates.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Movement, PurchaseRecord, StaffRefund } from '../contract.ts'
import { ListSection } from './record-section.tsx'

/** Money movements, refunds and disputes, with the member of staff who requested a refund. */
export function MoneyMovementsSection({ record: { movements, refunds, disputes } }: { record: PurchaseRecord }) {
  return (
    <>
      <ListSection
        title="Payment activity"
        emptyText="No payments yet."
        lines={movements.map(({ kind, providerId, amount, currency, occurredAt }) => ({
          key: `${kind} ${providerId}`,
          title: movementText[kind],
          amount: <Money amount={amount} currency={currency} />,
          details: `${formatMoment(occurredAt)}, provider reference ${providerId}`,
        }))}
      />
      <ListSection
        title="Refunds and disputes"
        emptyText="No refunds or disputes."
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
            details: `${formatMoment(openedAt)}. Bank’s reason: ${reason.replaceAll('_', ' ')}. Provider reference: ${providerId}`,
          })),
        ]}
      />
    </>
  )
}

function describeRefund({ requestedAt, requestedBy, reason, failureReason, endsAccess }: StaffRefund): string {
  const by = requestedBy ? `, ${requestedBy}` : ''
  const ending = endsAccess ? ' This ended the package.' : ''
  const failure = failureReason ? ` Provider’s reason: ${failureReason.replaceAll('_', ' ')}.` : ''
  return `${formatMoment(requestedAt)}${by}: ${reason}.${ending}${failure}`
}

/** Events received from Stripe, and the emails and anomalies that followed. */
export function EmailsAndEventsSection({ record: { events, emails, anomalies } }: { record: PurchaseRecord }) {
  return (
    <>
      <ListSection
        title="Emails"
        emptyText="No emails about this purchase."
        lines={emails.map(({ id, subject, state, writtenAt }) => ({
          key: id,
          title: (
            // A full page load, because the email page has its own content security policy.
            <Link to={`/admin/emails/${id}`} reloadDocument className="link">
              {subject || 'Deleted email'}
            </Link>
          ),
          details: `${formatMoment(writtenAt)}: ${emailStates[state]}`,
        }))}
      />
      <ListSection
        title="Stripe events"
        emptyText="No events. We delete processed events after 90 days."
        lines={events.map(({ id, type, receivedAt, handledAt, failures }) => ({
          key: id,
          title: type,
          details: `${formatMoment(receivedAt)}, ${handledAt ? 'processed' : 'not processed yet'}${failures > 0 ? `, failed attempts: ${failures}` : ''}: ${id}`,
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
                    Close this case
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
  refund: 'Refunded',
  refund_reversal: 'Refund returned to us',
  dispute: 'Reversed by the bank',
  dispute_reversal: 'Dispute won: payment returned',
} satisfies Record<Movement['kind'], string>

const refundKinds = {
  withdrawal: 'Cancelled by the buyer',
  upgrade: 'Replaced by another package',
  staff: 'Refund',
  provider: 'Refunded through the payment provider',
} satisfies Record<StaffRefund['kind'], string>

const refundStates = {
  requested: 'on its way',
  pending: 'on its way',
  succeeded: 'arrived',
  failed: 'failed',
} satisfies Record<StaffRefund['status'], string>

const disputeStates = {
  open: 'Dispute: awaiting decision',
  won: 'Dispute: won',
  lost: 'Dispute: lost',
} satisfies Record<PurchaseRecord['disputes'][number]['status'], string>

const emailStates = {
  waiting: 'waiting to be sent',
  retrying: 'will be retried',
  sent: 'sent',
  'given-up': 'not sent',
} satisfies Record<PurchaseRecord['emails'][number]['state'], string>
