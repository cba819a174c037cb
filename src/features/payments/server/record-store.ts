import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { anomalies } from './anomaly-store.ts'

// All that stands in the books of payments about one purchase, for staff.

/** In the order in which it moved. */
export async function listMovements(db: Db, purchaseId: string) {
  return db
    .selectFrom('payment_entry')
    .where('purchase_id', '=', purchaseId)
    .select(['kind', 'provider_id', 'amount', 'currency', 'occurred_at'])
    .orderBy('occurred_at')
    .orderBy('provider_id')
    .execute()
}

/** Oldest first. */
export async function listRefundRows(db: Db, purchaseId: string) {
  return db
    .selectFrom('refund')
    .leftJoin('account', 'account.id', 'refund.requested_by')
    .where('refund.purchase_id', '=', purchaseId)
    .select(['refund.id', 'kind', 'reason', 'amount', 'currency', 'status', 'failure_reason', 'ends_access'])
    .select(['requested_at', 'account.deleted_at', 'account.first_name', 'account.last_name'])
    .orderBy('requested_at')
    .orderBy('refund.id')
    .execute()
}

/** Oldest first. */
export async function listDisputeRows(db: Db, purchaseId: string) {
  return db
    .selectFrom('dispute')
    .where('purchase_id', '=', purchaseId)
    .select(['provider_id', 'amount', 'currency', 'reason', 'status', 'opened_at', 'closed_at'])
    .orderBy('opened_at')
    .execute()
}

/** More than a payment comes to have; of a subscription the last months. */
const MOST_EVENTS = 100

/** Newest first: of the payment, and of the subscription that it belongs to. */
export async function listEventsAbout(
  db: Db,
  {
    paymentIntentId,
    providerSubscriptionId,
  }: { paymentIntentId: string | null; providerSubscriptionId: string | null },
) {
  return db
    .selectFrom('stripe_event')
    .where(({ or, eb }) =>
      or([eb('payment_intent_id', '=', paymentIntentId), eb('provider_subscription_id', '=', providerSubscriptionId)]),
    )
    .select(['id', 'type', 'received_at', 'handled_at', 'failures'])
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(MOST_EVENTS)
    .execute()
}

/** Newest first, open and closed ones. */
export async function listAnomaliesAbout(db: Db, { purchaseId, subjects }: { purchaseId: string; subjects: string[] }) {
  return anomalies(db)
    .where(({ or, eb }) =>
      or([
        eb(sql<string>`detail->>'purchaseId'`, '=', purchaseId),
        eb('subject', '=', sql<string>`any(${[purchaseId, ...subjects]})`),
      ]),
    )
    .orderBy('found_at', 'desc')
    .orderBy('payment_anomaly.id', 'desc')
    .execute()
}
