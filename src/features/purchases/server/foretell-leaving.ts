import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject } from '#platform/server/personal-data.ts'
import { documentKeptUntil } from '../rules.ts'
import { listAllDocuments, listAllEntitlements } from './personal-store.ts'
import { listSubscriptionsOf } from './subscription-store.ts'

/** Which packages and subscriptions would end, and how many invoices would stay. */
export async function foretellLeaving(db: Db, { memberId }: DataSubject, now: Date): Promise<Consequences> {
  const packages = await listAllEntitlements(db, memberId)
  const documents = await listAllDocuments(db, memberId)
  const subscriptions = await listSubscriptionsOf(db, memberId)
  const last = documents.at(-1)
  return {
    ends: [
      ...packages
        .filter((row) => !row.cancelled_at && row.ends_at > now)
        .map((row) => ({ title: row.title, endsAt: row.ends_at })),
      ...subscriptions
        .filter(({ endedAt, status }) => !endedAt && status !== 'incomplete')
        .map(({ title, periodEndsAt }) => ({ title: `${title}, monthly subscription`, endsAt: periodEndsAt ?? now })),
    ],
    keeps: last ? [{ kind: 'invoices', count: documents.length, until: documentKeptUntil(last.issued_at) }] : [],
  }
}
