import { randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sessionOver } from '#platform/server/http/problem.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Refund } from '../contract/refund.ts'
import { describeWithdrawal } from './describe-withdrawal.ts'
import { withdrawalLetter } from './emails/refund.ts'
import { endAccess } from './end-access.ts'
import type { PayingContext } from './payments-context.ts'
import { findBuyer, findReturned } from './refund-store.ts'
import { requestRefund } from './request-refund.ts'
import { showRefund } from './show-refund.ts'

/**
 * A consumer cancels within the 14 days (PRODUCT D21): the package ends at once, and the money is on its way as soon as
 * the provider answers. Pressed twice it is one cancellation.
 * @returns null where nothing is left to give back
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
    const before = await findReturned(tx, purchaseId)
    if (before?.kind === 'withdrawal' && before.amount === expectedRefund) return showRefund(before)
    // What is paid for and what ends are of one moment: a session begins before it or after it.
    const at = context.now()
    const withdrawal = await describeWithdrawal(tx, purchase, at)
    if (withdrawal.obstacle) throw new Refused('cannot-withdraw', withdrawal)
    if (withdrawal.refund !== expectedRefund) throw new Refused('refund-changed', withdrawal)
    return endContract(tx, { ...context, now: () => at }, purchase, withdrawal.refund)
  })
}

async function endContract(tx: Db, context: PayingContext, purchase: StoredPurchase, amount: number) {
  const id = randomUUID()
  const buyer = await findBuyer(tx, purchase.id)
  // The account was deleted a moment ago, in another tab.
  if (!buyer) throw sessionOver()
  const company = await readCompany(tx)
  const { publicUrl, provider } = context
  const letter = withdrawalLetter({ purchase, refund: amount, buyer, company, publicUrl, isLive: provider.isLive })
  await queueMail(tx, context, `withdrawal:${amount > 0 ? id : purchase.id}`, letter)
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
