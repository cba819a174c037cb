import { Link } from 'react-router'
import { formatMoment } from '#platform/web/dates.ts'
import { Money } from '#platform/web/ui/money.tsx'
import type { Movement, PurchaseRecord, StaffRefund } from '../contract/record.ts'
import { Line, Lines, RecordSection } from './record-section.tsx'

/** What moved at the provider and what is on its way back, with whoever asked for it. */
export function MoneyMoved({ record: { movements, refunds, disputes } }: { record: PurchaseRecord }) {
  return (
    <>
      <RecordSection title="Money that moved">
        <Lines none="No money has moved.">
          {movements.map(({ kind, providerId, amount, currency, occurredAt }) => (
            <Line
              key={`${kind} ${providerId}`}
              what={movementWords[kind]}
              count={<Money amount={amount} currency={currency} />}
              about={`${formatMoment(occurredAt)}, at the provider: ${providerId}`}
            />
          ))}
        </Lines>
      </RecordSection>
      <RecordSection title="Refunds and disputes">
        <Lines none="Nothing was given back or disputed.">
          {[
            ...refunds.map((refund) => (
              <Line
                key={refund.id}
                what={`${refundKinds[refund.kind]}: ${refundStates[refund.status]}`}
                count={<Money amount={refund.amount} currency={refund.currency} />}
                about={aboutRefund(refund)}
              />
            )),
            ...disputes.map(({ providerId, status, amount, currency, reason, openedAt }) => (
              <Line
                key={providerId}
                what={disputeStates[status]}
                count={<Money amount={amount} currency={currency} />}
                about={`${formatMoment(openedAt)}. The bank’s reason: ${reason.replaceAll('_', ' ')}. At the provider: ${providerId}`}
              />
            )),
          ]}
        </Lines>
      </RecordSection>
    </>
  )
}

function aboutRefund({ requestedAt, requestedBy, reason, failureReason, endsAccess }: StaffRefund): string {
  const by = requestedBy ? `, ${requestedBy}` : ''
  const ending = endsAccess ? ' The package ended with it.' : ''
  const failure = failureReason ? ` The provider says: ${failureReason.replaceAll('_', ' ')}.` : ''
  return `${formatMoment(requestedAt)}${by}: ${reason}.${ending}${failure}`
}

/** What the provider has told, and what was written to people because of it. */
export function Told({ record: { events, mails, anomalies } }: { record: PurchaseRecord }) {
  return (
    <>
      <RecordSection title="Letters">
        <Lines none="No letter was written about it.">
          {mails.map(({ id, subject, state, writtenAt }) => (
            <Line
              key={id}
              what={
                // A full load: the page of a letter has a policy of its own.
                <Link to={`/admin/mails/${id}`} reloadDocument className="link">
                  {subject || 'A mail that is forgotten'}
                </Link>
              }
              about={`${formatMoment(writtenAt)}: ${mailStates[state]}`}
            />
          ))}
        </Lines>
      </RecordSection>
      <RecordSection title="What the provider told us">
        <Lines none="Nothing, or it is forgotten: what was followed is kept for 90 days.">
          {events.map(({ id, type, receivedAt, handledAt, failures }) => (
            <Line
              key={id}
              what={type}
              about={`${formatMoment(receivedAt)}, ${handledAt ? 'followed' : 'not followed yet'}${failures > 0 ? `, failed ${failures} times` : ''}: ${id}`}
            />
          ))}
        </Lines>
      </RecordSection>
      {anomalies.length > 0 ? (
        <RecordSection title="Anomalies">
          <Lines none="">
            {anomalies.map(({ id, sentence, foundAt, resolution }) => (
              <Line
                key={id}
                what={sentence}
                about={
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

const movementWords = {
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

const mailStates = {
  waiting: 'waits to be sent',
  retrying: 'is tried again',
  sent: 'sent',
  'given-up': 'not sent',
} satisfies Record<PurchaseRecord['mails'][number]['state'], string>
