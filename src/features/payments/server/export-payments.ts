import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listDisputesOfMember } from './dispute-store.ts'
import { listOriginsOf } from './origin-store.ts'
import { listRefundsOfMember } from './refund-store.ts'
import { listCustomersOf, listEntriesOf } from './store.ts'

/** The money that moved, under which number the payment provider knows the member, and from where payments were begun. */
export async function exportPayments(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entries = await listEntriesOf(db, memberId)
  const refunds = await listRefundsOfMember(db, memberId)
  const disputes = await listDisputesOfMember(db, memberId)
  const customers = await listCustomersOf(db, memberId)
  const origins = await listOriginsOf(db, memberId)
  return {
    sections: [
      {
        key: 'payments',
        title: 'Payments and refunds',
        facts: entries.map((entry) => ({
          kind: entry.kind,
          purchase: entry.reference,
          amount: { amount: entry.amount, currency: entry.currency },
          at: entry.occurred_at,
          numberAtProvider: entry.provider_id,
        })),
      },
      {
        key: 'refunds',
        title: 'Money given back',
        facts: refunds.map((refund) => ({
          kind: refund.kind,
          purchase: refund.reference,
          reason: refund.reason,
          amount: { amount: refund.amount, currency: refund.currency },
          status: refund.status,
          askedForAt: refund.requested_at,
          settledAt: refund.settled_at,
          whyItFailed: refund.failure_reason,
          numberAtProvider: refund.provider_id,
        })),
      },
      {
        key: 'disputes',
        title: 'Payments that your bank took back',
        facts: disputes.map((dispute) => ({
          purchase: dispute.reference,
          reason: dispute.reason,
          amount: { amount: dispute.amount, currency: dispute.currency },
          status: dispute.status,
          openedAt: dispute.opened_at,
          closedAt: dispute.closed_at,
          numberAtProvider: dispute.provider_id,
        })),
      },
      {
        key: 'paymentProviders',
        title: 'You at our payment provider',
        facts: customers.map((row) => ({ provider: row.payment_mode, customerNumber: row.provider_id })),
      },
      {
        key: 'paymentOrigins',
        title: 'From which network you began to pay, kept for a day',
        facts: origins.map((row) => ({ package: row.title, networkAddress: row.address_key, at: row.noted_at })),
      },
    ],
  }
}
