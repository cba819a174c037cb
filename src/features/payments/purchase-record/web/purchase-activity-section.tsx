import { Link } from 'react-router'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Money } from '#platform/web/ui/money.tsx'
import type { Movement, PurchaseRecord, StaffRefund } from '../contract.ts'
import { Line, Lines, RecordSection } from './record-section.tsx'

/** Money movements, refunds and disputes, with the staff member who requested a refund. */
export function MoneyMovementsSection({ record: { movements, refunds, disputes } }: { record: PurchaseRecord }) {
  return (
    <>
      <RecordSection title="Money that moved">
        <Lines emptyText="No money has moved.">
          {movements.map(({ kind, providerId, amount, currency, occurredAt }) => (
            <Line
              key={`${kind} ${providerId}`}
              title={movementText[kind]}
              amount={<Money amount={amount} currency={currency} />}
              details={`${formatMoment(occurredAt)}, at the provider: ${providerId}`}
            />
          ))}
        </Lines>
      </RecordSection>
      <RecordSection title="Refunds and disputes">
        <Lines emptyText="Nothing was given back or disputed.">
          {[
            ...refunds.map((refund) => (
              <Line
                key={refund.id}
                title={`${refundKinds[refund.kind]}: ${refundStates[refund.status]}`}
                amount={<Money amount={refund.amount} currency={refund.currency} />}
                details={describeRefund(refund)}
              />
            )),
            ...disputes.map(({ providerId, status, amount, currency, reason, openedAt }) => (
              <Line
                key={providerId}
                title={disputeStates[status]}
                amount={<Money amount={amount} currency={currency} />}
                details={`${formatMoment(openedAt)}. The bank’s reason: ${reason.replaceAll('_', ' ')}. At the provider: ${providerId}`}
              />
            )),
          ]}
        </Lines>
      </RecordSection>
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
      <RecordSection title="Letters">
        <Lines emptyText="No letter was written about it.">
          {emails.map(({ id, subject, state, writtenAt }) => (
            <Line
              key={id}
              title={
                // Full load: the email page has its own content security policy.
                <Link to={`/admin/emails/${id}`} reloadDocument className="link">
                  {subject || 'A mail that is forgotten'}
                </Link>
              }
              details={`${formatMoment(writtenAt)}: ${emailStates[state]}`}
            />
          ))}
        </Lines>
      </RecordSection>
      <RecordSection title="What the provider told us">
        <Lines emptyText="Nothing, or it is forgotten: what was followed is kept for 90 days.">
          {events.map(({ id, type, receivedAt, handledAt, failures }) => (
            <Line
              key={id}
              title={type}
              details={`${formatMoment(receivedAt)}, ${handledAt ? 'followed' : 'not followed yet'}${failures > 0 ? `, failed ${failures} times` : ''}: ${id}`}
            />
          ))}
        </Lines>
      </RecordSection>
      {anomalies.length > 0 ? (
        <RecordSection title="Anomalies">
          <Lines emptyText="">
            {anomalies.map(({ id, sentence, foundAt, resolution }) => (
              <Line
                key={id}
                title={sentence}
                details={
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
                }
              />
            ))}
          </Lines>
        </RecordSection>
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
