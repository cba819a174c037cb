import {
  countComingSessions,
  findPurchase,
  hasLaterMonth,
  isRunning,
  previewCredit,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { RefundPreview } from '../contract/refund.ts'
import { decideStaffRefund } from '../rules/refund.ts'
import type { PayingContext } from './payments-context.ts'
import { listRefundsOf } from './refund-store.ts'
import { showRefund } from './show-refund.ts'

/** For staff, of whoever's purchase. What was never paid has nothing to give back. */
export async function previewRefund(
  { db, now }: PayingContext,
  purchaseId: string,
  { amount }: { amount?: number | undefined },
): Promise<RefundPreview> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase?.reference) throw new Refused('purchase-not-found')
  const { reference, packageTitle, currency, total, refunded, status } = purchase
  const remainder = minorUnits(total - refunded)
  // Without an amount: could anything at all be given back?
  const { refusal: obstacle, isWhole } = decideStaffRefund(purchase, amount ?? remainder)
  const isAsked = amount !== undefined && !obstacle
  return {
    reference,
    packageTitle,
    currency,
    total,
    refunded,
    remainder,
    isDisputed: status === 'disputed',
    comingSessions: await countComingSessions(db, purchaseId, now()),
    refunds: (await listRefundsOf(db, purchaseId)).map(showRefund),
    hasAccess: await isRunning(db, purchaseId, now()),
    obstacle,
    meaning: isAsked ? await describeMeaning(db, purchase, { amount, isWhole }) : null,
  }
}

async function describeMeaning(
  db: Db,
  { id, total, refunded, subscriptionId }: StoredPurchase,
  { amount, isWhole }: { amount: number; isWhole: boolean },
): Promise<NonNullable<RefundPreview['meaning']>> {
  const { net, tax, total: credited } = await previewCredit(db, id, amount)
  return {
    amount: minorUnits(amount),
    left: minorUnits(total - refunded - amount),
    isWhole,
    creditNote: { net: minorUnits(net), tax: minorUnits(tax), total: minorUnits(credited) },
    endsSubscription: subscriptionId !== null && !(await hasLaterMonth(db, id)),
  }
}
