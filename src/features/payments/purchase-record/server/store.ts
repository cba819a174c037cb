import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { anomalies } from '../../anomalies/server/store.ts'

// Reads everything stored about one purchase in the payments area, for staff.

/** Oldest first. */
export async function listMovements(db: Db, purchaseId: string) {
  return db
    .selectFrom('paymentEntry')
    .where('purchaseId', '=', purchaseId)
    .select(['kind', 'providerId', 'amount', 'currency', 'occurredAt'])
    .orderBy('occurredAt')
    .orderBy('providerId')
    .execute()
}

/** Oldest first. */
export async function listRefundRows(db: Db, purchaseId: string) {
  return db
    .selectFrom('refund')
    .leftJoin('account', 'account.id', 'refund.requestedBy')
    .where('refund.purchaseId', '=', purchaseId)
    .select(['refund.id', 'kind', 'reason', 'amount', 'currency', 'status', 'failureReason', 'endsAccess'])
    .select(['requestedAt', 'account.deletedAt', 'account.firstName', 'account.lastName'])
    .orderBy('requestedAt')
    .orderBy('refund.id')
    .execute()
}

/** A single payment never has this many events. For a subscription, the latest months are included. */
const MAX_EVENTS = 100

/** Events for the payment and its subscription, newest first. */
export async function listEventsAbout(
  db: Db,
  {
    paymentIntentId,
    providerSubscriptionId,
  }: { paymentIntentId: string | null; providerSubscriptionId: string | null },
) {
  return db
    .selectFrom('stripeEvent')
    .where(({ or, eb }) =>
      or([eb('paymentIntentId', '=', paymentIntentId), eb('providerSubscriptionId', '=', providerSubscriptionId)]),
    )
    .select(['id', 'type', 'receivedAt', 'handledAt', 'failures'])
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(MAX_EVENTS)
    .execute()
}

/** Open and closed cases, newest first. */
export async function listAnomaliesAbout(db: Db, { purchaseId, subjects }: { purchaseId: string; subjects: string[] }) {
  return anomalies(db)
    .where(({ or, eb }) =>
      or([
        eb(sql<string>`detail->>'purchaseId'`, '=', purchaseId),
        eb('subject', '=', sql<string>`any(${[purchaseId, ...subjects]})`),
      ]),
    )
    .orderBy('foundAt', 'desc')
    .orderBy('paymentAnomaly.id', 'desc')
    .execute()
}
