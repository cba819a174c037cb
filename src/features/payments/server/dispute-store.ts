import './tables.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredDispute = { id: string; amount: number; status: 'open' | 'won' | 'lost' }

export async function listDisputesOf(tx: Db, purchaseId: string): Promise<StoredDispute[]> {
  const rows = await tx
    .selectFrom('dispute')
    .where('purchase_id', '=', purchaseId)
    .select(['provider_id', 'amount', 'status'])
    .orderBy('opened_at')
    .execute()
  return rows.map(({ provider_id: id, amount, status }) => ({ id, amount, status }))
}

type NewDispute = {
  id: string
  purchaseId: string
  amount: number
  currency: 'GBP' | 'USD'
  reason: string
  openedAt: Date
}

export async function insertDispute(tx: Db, dispute: NewDispute): Promise<void> {
  await tx
    .insertInto('dispute')
    .values({
      provider_id: dispute.id,
      purchase_id: dispute.purchaseId,
      amount: dispute.amount,
      currency: dispute.currency,
      reason: dispute.reason,
      status: 'open',
      opened_at: dispute.openedAt,
      closed_at: null,
    })
    .execute()
}

export async function closeDispute(tx: Db, id: string, status: 'won' | 'lost', closedAt: Date): Promise<void> {
  await tx.updateTable('dispute').set({ status, closed_at: closedAt }).where('provider_id', '=', id).execute()
}

/** Purchases whose payment a bank has taken back, and has not decided. */
export async function listDisputedPurchases(db: Db, paymentMode: PaymentMode): Promise<string[]> {
  const rows = await db
    .selectFrom('dispute')
    .innerJoin('purchase', 'purchase.id', 'dispute.purchase_id')
    .where('dispute.status', '=', 'open')
    .where('purchase.payment_mode', '=', paymentMode)
    .select('purchase.id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

export async function listDisputesOfMember(db: Db, memberId: MemberId) {
  return db
    .selectFrom('dispute')
    .innerJoin('purchase', 'purchase.id', 'dispute.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .select(['dispute.provider_id', 'dispute.amount', 'dispute.currency', 'dispute.reason', 'dispute.status'])
    .select(['dispute.opened_at', 'dispute.closed_at', 'purchase.reference'])
    .orderBy('dispute.opened_at')
    .execute()
}
