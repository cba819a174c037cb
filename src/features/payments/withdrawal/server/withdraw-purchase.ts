import { randomUUID } from 'node:crypto'
import { findPresentAccount } from '#features/accounts/server/public.ts'
import { sendEmail } from '#features/company/server/public.ts'
import { notifyMember } from '#features/notifications/server/public.ts'
import {
  countUpcomingSessions,
  findMemberPurchase,
  findPackageUsage,
  isRenewal,
  lockPurchase,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sessionExpired } from '#platform/server/http/http-error.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Refund } from '../../refunds/contract.ts'
import { withdrawalEmail } from '../../refunds/server/emails.ts'
import { showRefund } from '../../refunds/server/refunds.ts'
import { endAccess, requestRefund } from '../../refunds/server/request-refund.ts'
import { findWithdrawalOrUpgradeRefund, withdrawalReason } from '../../refunds/server/store.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import type { Withdrawal } from '../contract.ts'
import { decideWithdrawal } from '../rules.ts'

export async function getWithdrawal({ db, actor, now }: MemberContext, purchaseId: string): Promise<Withdrawal> {
  const purchase = await findMemberPurchase(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return describeWithdrawal(db, purchase, now())
}

/**
 * Cancels a consumer's package within the 14 days (PRODUCT D21). The package ends immediately and a job sends the
 * refund. Repeating the request returns the same response.
 * @returns null if there is nothing to refund
 */
export async function withdrawPurchase(
  context: PayingContext,
  purchaseId: string,
  { expectedRefund }: { expectedRefund: number },
): Promise<Refund | null> {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (purchase?.memberId !== actor.memberId) throw new Refused('purchase-not-found')
    const existing = await findWithdrawalOrUpgradeRefund(tx, purchaseId)
    if (existing?.kind === 'withdrawal' && existing.amount === expectedRefund) return showRefund(existing)
    // Use the same time for the refund and the end of the package, so that both agree on which sessions have started.
    const at = context.now()
    const withdrawal = await describeWithdrawal(tx, purchase, at)
    if (withdrawal.blocker === 'refunded' && !existing && expectedRefund === 0) return null
    if (withdrawal.blocker) throw new Refused('cannot-withdraw', withdrawal)
    if (withdrawal.refund !== expectedRefund) throw new Refused('refund-changed', withdrawal)
    return endContract(tx, { ...context, now: () => at }, purchase, withdrawal.refund)
  })
}

async function endContract(tx: Db, context: PayingContext, purchase: StoredPurchase, amount: number) {
  const id = randomUUID()
  const buyer = await findPresentAccount(tx, purchase.memberId)
  // The account has just been deleted in another tab.
  if (!buyer) throw sessionExpired()
  const facts = { purchase, refund: amount, buyer, cancelledAt: context.now(), isLive: context.provider.isLive }
  const reason = withdrawalReason(amount > 0 ? id : purchase.id)
  await sendEmail(tx, context, reason, (site) => withdrawalEmail({ ...facts, ...site }))
  await notifyMember(tx, context, {
    memberId: purchase.memberId,
    reason,
    title: 'Package cancelled',
    text: `${purchase.packageTitle} has ended. ${describeRefund(purchase, amount)}`,
    path: `/portal/packages/${purchase.entitlementId}`,
  })
  if (amount === 0) {
    await endAccess(tx, context, purchase, context.now())
    return null
  }
  const refund = await requestRefund(tx, context, purchase, {
    id,
    kind: 'withdrawal',
    reason: 'Cancelled within 14 days',
    amount,
    endsAccess: true,
    requestedBy: context.actor.memberId,
  })
  return showRefund(refund)
}

function describeRefund({ currency }: StoredPurchase, amount: number): string {
  return amount > 0 ? `We’re refunding ${formatMoney(amount, currency)}.` : 'There’s nothing left to refund.'
}

/** Shared by the preview and the cancellation, so that their refunds agree. */
async function describeWithdrawal(db: Db, purchase: StoredPurchase, now: Date): Promise<Withdrawal> {
  return decideWithdrawal(purchase, {
    usage: await findPackageUsage(db, purchase.id, now),
    isRenewal: await isRenewal(db, purchase),
    upcomingSessions: await countUpcomingSessions(db, purchase.id, now),
    isAlreadyRefunded: (await findWithdrawalOrUpgradeRefund(db, purchase.id)) !== undefined,
    now,
  })
}
