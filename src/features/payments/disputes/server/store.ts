import type { Currency } from '#platform/shared/money.ts'
import '../../server/tables.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Oldest first. */
export async function listPurchaseDisputes(db: Db, purchaseId: string) {
  return db
    .selectFrom('dispute')
    .where('purchaseId', '=', purchaseId)
    .select(['providerId', 'amount', 'currency', 'reason', 'status', 'openedAt', 'closedAt'])
    .orderBy('openedAt')
    .execute()
}

type NewDispute = {
  id: string
  purchaseId: string
  amount: number
  currency: Currency
  reason: string
  openedAt: Date
}

export async function insertDispute(tx: Db, { id: providerId, ...dispute }: NewDispute): Promise<void> {
  await tx
    .insertInto('dispute')
    .values({ ...dispute, providerId, status: 'open', closedAt: null })
    .execute()
}

export async function closeDispute(tx: Db, id: string, status: 'won' | 'lost', closedAt: Date): Promise<void> {
  await tx.updateTable('dispute').set({ status, closedAt }).where('providerId', '=', id).execute()
}

/** Purchases with a dispute that has not been decided. */
export async function listDisputedPurchases(db: Db, paymentMode: PaymentMode): Promise<string[]> {
  const rows = await db
    .selectFrom('dispute')
    .innerJoin('purchase', 'purchase.id', 'dispute.purchaseId')
    .where('dispute.status', '=', 'open')
    .where('purchase.paymentMode', '=', paymentMode)
    .select('purchase.id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

export async function listMemberDisputes(db: Db, memberId: MemberId) {
  return db
    .selectFrom('dispute')
    .innerJoin('purchase', 'purchase.id', 'dispute.purchaseId')
    .where('purchase.memberId', '=', memberId)
    .select(['dispute.providerId', 'dispute.amount', 'dispute.currency', 'dispute.reason', 'dispute.status'])
    .select(['dispute.openedAt', 'dispute.closedAt', 'purchase.reference'])
    .orderBy('dispute.openedAt')
    .execute()
}
