import { countComingSessions, findPurchase } from '#features/purchases/server/public.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { RefundPreview } from '../contract/refund.ts'
import type { PayingContext } from './payments-context.ts'
import { listRefundsOf } from './refund-store.ts'
import { showRefund } from './show-refund.ts'

/** For staff, of whoever's purchase. What was never paid has nothing to give back. */
export async function previewRefund({ db, now }: PayingContext, purchaseId: string): Promise<RefundPreview> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase?.reference) throw new Refused('purchase-not-found')
  const { reference, packageTitle, currency, total, refunded, status } = purchase
  return {
    reference,
    packageTitle,
    currency,
    total,
    refunded,
    remainder: minorUnits(total - refunded),
    isDisputed: status === 'disputed',
    comingSessions: await countComingSessions(db, purchaseId, now()),
    refunds: (await listRefundsOf(db, purchaseId)).map(showRefund),
  }
}
