import {
  countUpcomingSessions,
  findMemberPurchase,
  findPurchase,
  hasLaterMonth,
  isPackageRunning,
  previewCredit,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Refund, RefundPreview } from '../contract.ts'
import { decideStaffRefund } from '../rules.ts'
import { listPurchaseRefunds, type StoredRefund } from './store.ts'

export async function listRefunds({ db, actor }: MemberContext, purchaseId: string): Promise<Refund[]> {
  const purchase = await findMemberPurchase(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return (await listPurchaseRefunds(db, purchaseId)).map(showRefund)
}

/** Works for any member's purchase. An unpaid purchase cannot be refunded. */
export async function previewRefund(
  { db, now }: MemberContext,
  purchaseId: string,
  { amount }: { amount?: number | undefined },
): Promise<RefundPreview> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase?.reference) throw new Refused('purchase-not-found')
  const { reference, packageTitle, currency, total, refunded, status } = purchase
  const remainder = minorUnits(total - refunded)
  // Without an amount, checks whether anything can be refunded.
  const { refusal: blocker, isWhole } = decideStaffRefund(purchase, amount ?? remainder)
  const isRequested = amount !== undefined && !blocker
  return {
    reference,
    packageTitle,
    currency,
    total,
    refunded,
    remainder,
    isDisputed: status === 'disputed',
    upcomingSessions: await countUpcomingSessions(db, purchaseId, now()),
    refunds: (await listPurchaseRefunds(db, purchaseId)).map(showRefund),
    hasAccess: await isPackageRunning(db, purchaseId, now()),
    blocker,
    meaning: isRequested ? await describeConsequences(db, purchase, { amount, isWhole }) : null,
  }
}

async function describeConsequences(
  db: Db,
  { id, total, refunded, subscriptionId }: StoredPurchase,
  { amount, isWhole }: { amount: number; isWhole: boolean },
): Promise<NonNullable<RefundPreview['meaning']>> {
  return {
    amount: minorUnits(amount),
    left: minorUnits(total - refunded - amount),
    isWhole,
    creditNote: await previewCredit(db, id, amount),
    endsSubscription: subscriptionId !== null && !(await hasLaterMonth(db, id)),
  }
}

export function showRefund({ id, kind, amount, currency, status, reason, requestedAt }: StoredRefund): Refund {
  return { id, kind, amount: minorUnits(amount), currency, status, reason, requestedAt: requestedAt.toISOString() }
}
