import './tables.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Refund } from '../contract/refund.ts'

/** Money on its way back, or there, or not: a row from the moment at which it is asked for. */
export type StoredRefund = {
  id: string
  purchaseId: string
  kind: Refund['kind']
  reason: string
  amount: number
  currency: 'GBP' | 'USD'
  status: Refund['status']
  providerId: string | null
  endsAccess: boolean
  requestedBy: string | null
  requestedAt: Date
}

const refunds = (db: Db) =>
  db
    .selectFrom('refund')
    .select(['id', 'purchase_id', 'kind', 'reason', 'amount', 'currency', 'status', 'provider_id', 'ends_access'])
    .select(['requested_by', 'requested_at'])

type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['executeTakeFirstOrThrow']>>

function toRefund(row: RefundRow): StoredRefund {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    kind: row.kind,
    reason: row.reason,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    providerId: row.provider_id,
    endsAccess: row.ends_access,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
  }
}

export async function insertRefund(tx: Db, refund: StoredRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id: refund.id,
      purchase_id: refund.purchaseId,
      kind: refund.kind,
      reason: refund.reason,
      amount: refund.amount,
      currency: refund.currency,
      status: refund.status,
      provider_id: refund.providerId,
      failure_reason: null,
      ends_access: refund.endsAccess,
      requested_by: refund.requestedBy,
      requested_at: refund.requestedAt,
      settled_at: null,
    })
    .execute()
}

export async function findRefund(db: Db, id: string): Promise<StoredRefund | undefined> {
  const row = await refunds(db).where('id', '=', id).executeTakeFirst()
  return row && toRefund(row)
}

/** All of a purchase, oldest first. */
export async function listRefundsOf(db: Db, purchaseId: string): Promise<StoredRefund[]> {
  const rows = await refunds(db).where('purchase_id', '=', purchaseId).orderBy('requested_at').orderBy('id').execute()
  return rows.map(toRefund)
}

/** How the purchase was cancelled, or given in payment for another: the money of that went back, or is on its way. */
export async function findReturned(db: Db, purchaseId: string): Promise<StoredRefund | undefined> {
  const row = await refunds(db)
    .where('purchase_id', '=', purchaseId)
    .where('kind', 'in', ['withdrawal', 'upgrade'])
    .where('status', '!=', 'failed')
    .executeTakeFirst()
  return row && toRefund(row)
}

/** Where a refund stands by what the provider says of it. */
export async function saveRefundStep(
  tx: Db,
  id: string,
  step: { status: Refund['status']; providerId: string | null; failureReason: string | null; settledAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({
      status: step.status,
      provider_id: step.providerId,
      failure_reason: step.failureReason,
      settled_at: step.settledAt,
    })
    .where('id', '=', id)
    .execute()
}

/** What waits for the provider since before a moment, oldest first. */
export async function listOpenRefunds(
  db: Db,
  { paymentMode, before }: { paymentMode: PaymentMode; before: Date },
): Promise<{ id: string; purchaseId: string; status: Refund['status'] }[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('purchase', 'purchase.id', 'refund.purchase_id')
    .where('refund.status', 'in', ['requested', 'pending'])
    .where('refund.requested_at', '<', before)
    .where('purchase.payment_mode', '=', paymentMode)
    .select(['refund.id', 'refund.purchase_id', 'refund.status'])
    .orderBy('refund.requested_at')
    .execute()
  return rows.map(({ id, purchase_id: purchaseId, status }) => ({ id, purchaseId, status }))
}

/** Whom to write to about a purchase; undefined where they have left. */
export async function findBuyer(db: Db, purchaseId: string): Promise<{ firstName: string; email: string } | undefined> {
  const row = await db
    .selectFrom('purchase')
    .innerJoin('account', 'account.id', 'purchase.member_id')
    .where('purchase.id', '=', purchaseId)
    .where('account.deleted_at', 'is', null)
    .select(['account.first_name', 'account.email'])
    .executeTakeFirst()
  return row && { firstName: row.first_name, email: row.email }
}

export async function listRefundsOfMember(db: Db, memberId: MemberId) {
  return db
    .selectFrom('refund')
    .innerJoin('purchase', 'purchase.id', 'refund.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .select(['refund.kind', 'refund.reason', 'refund.amount', 'refund.currency', 'refund.status'])
    .select(['refund.failure_reason', 'refund.requested_at', 'refund.settled_at', 'refund.provider_id'])
    .select('purchase.reference')
    .orderBy('refund.requested_at')
    .execute()
}
