import type { Currency } from '#platform/shared/money.ts'
import '../../server/tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { findEmailReasons } from '#platform/server/email/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Refund } from '../contract.ts'

/** A refund, whatever its outcome. It is stored as soon as it is requested. */
export type StoredRefund = {
  id: string
  purchaseId: string
  kind: Refund['kind']
  reason: string
  amount: number
  currency: Currency
  status: Refund['status']
  providerId: string | null
  endsAccess: boolean
  requestedBy: string | null
  requestedAt: Date
}

const refunds = (db: Db) =>
  db
    .selectFrom('refund')
    .select(['id', 'purchaseId', 'kind', 'reason', 'amount', 'currency', 'status', 'providerId', 'endsAccess'])
    .select(['requestedBy', 'requestedAt'])

export async function insertRefund(tx: Db, refund: StoredRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({ ...refund, failureReason: null, settledAt: null })
    .execute()
}

export async function findRefund(db: Db, id: string): Promise<StoredRefund | undefined> {
  return refunds(db).where('id', '=', id).executeTakeFirst()
}

/** Oldest first. */
export async function listPurchaseRefunds(db: Db, purchaseId: string): Promise<StoredRefund[]> {
  return refunds(db).where('purchaseId', '=', purchaseId).orderBy('requestedAt').orderBy('id').execute()
}

/** Finds the refund of a withdrawal or upgrade, unless it failed. */
export async function findWithdrawalOrUpgradeRefund(db: Db, purchaseId: string): Promise<StoredRefund | undefined> {
  return refunds(db)
    .where('purchaseId', '=', purchaseId)
    .where('kind', 'in', ['withdrawal', 'upgrade'])
    .where('status', '!=', 'failed')
    .executeTakeFirst()
}

/** True if the member withdrew from the subscription. */
export async function isSubscriptionWithdrawn(db: Db, subscriptionId: string): Promise<boolean> {
  const months = await db.selectFrom('purchase').where('subscriptionId', '=', subscriptionId).select('id').execute()
  return isWithdrawn(
    db,
    months.map(({ id }) => id),
  )
}

/** True if the member withdrew from one of these purchases. If nothing was due, only the email records it. */
export async function isWithdrawn(db: Db, purchaseIds: string[]): Promise<boolean> {
  const months = await db
    .selectFrom('purchase')
    .leftJoin('refund', (join) =>
      join.onRef('refund.purchaseId', '=', 'purchase.id').on('refund.kind', '=', 'withdrawal'),
    )
    .where('purchase.id', '=', sql<string>`any(${purchaseIds}::uuid[])`)
    .select(['purchase.id', 'refund.id as refundId'])
    .execute()
  const isRefunded = months.some(({ refundId }) => refundId !== null)
  return (
    isRefunded ||
    (
      await findEmailReasons(
        db,
        months.map(({ id }) => withdrawalReason(id)),
      )
    ).size > 0
  )
}

/** The reason of the email that acknowledges a withdrawal. @param id of the refund, or of the purchase if nothing is due */
export function withdrawalReason(id: string): string {
  return `withdrawal:${id}`
}

/** Saves the refund's new state from Stripe. */
export async function saveRefundStep(
  tx: Db,
  id: string,
  step: { status: Refund['status']; providerId: string | null; failureReason: string | null; settledAt: Date | null },
): Promise<void> {
  await tx.updateTable('refund').set(step).where('id', '=', id).execute()
}

/** Unsettled refunds requested before the given time, oldest first. */
export async function listOpenRefunds(
  db: Db,
  { paymentMode, before }: { paymentMode: PaymentMode; before: Date },
): Promise<{ id: string; purchaseId: string; status: Refund['status'] }[]> {
  return db
    .selectFrom('refund')
    .innerJoin('purchase', 'purchase.id', 'refund.purchaseId')
    .where('refund.status', 'in', ['requested', 'pending'])
    .where('refund.requestedAt', '<', before)
    .where('purchase.paymentMode', '=', paymentMode)
    .select(['refund.id', 'refund.purchaseId', 'refund.status'])
    .orderBy('refund.requestedAt')
    .execute()
}

export async function listMemberRefunds(db: Db, memberId: MemberId) {
  return db
    .selectFrom('refund')
    .innerJoin('purchase', 'purchase.id', 'refund.purchaseId')
    .where('purchase.memberId', '=', memberId)
    .select(['refund.kind', 'refund.reason', 'refund.amount', 'refund.currency', 'refund.status'])
    .select(['refund.failureReason', 'refund.requestedAt', 'refund.settledAt', 'refund.providerId'])
    .select('purchase.reference')
    .orderBy('refund.requestedAt')
    .execute()
}
