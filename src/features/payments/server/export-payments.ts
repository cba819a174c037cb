import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listCustomersOf, listEntriesOf } from './store.ts'

/** The money that moved, and under which number the payment provider knows the member. */
export async function exportPayments(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entries = await listEntriesOf(db, memberId)
  const customers = await listCustomersOf(db, memberId)
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
        key: 'paymentProviders',
        title: 'You at our payment provider',
        facts: customers.map((row) => ({ provider: row.payment_mode, customerNumber: row.provider_id })),
      },
    ],
  }
}
