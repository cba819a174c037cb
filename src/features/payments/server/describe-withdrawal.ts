import { countComingSessions, findReceived, isRenewal, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Withdrawal } from '../contract/refund.ts'
import { decideWithdrawal } from '../rules/refund.ts'
import { findReturned } from './refund-store.ts'

/** What cancelling would mean now: the same figures before the button and behind it. */
export async function describeWithdrawal(db: Db, purchase: StoredPurchase, now: Date): Promise<Withdrawal> {
  return decideWithdrawal(purchase, {
    received: await findReceived(db, purchase.id, now),
    isRenewal: await isRenewal(db, purchase),
    comingSessions: await countComingSessions(db, purchase.id, now),
    isGivenBack: (await findReturned(db, purchase.id)) !== undefined,
    now,
  })
}
