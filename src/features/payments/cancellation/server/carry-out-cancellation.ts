import { actAsBuyer, findPresentAccount } from '#features/accounts/server/public.ts'
import type { CancellationOutcome } from '#features/contact/declarations/contract.ts'
import { findCancellation, recordOutcome } from '#features/contact/server/public.ts'
import {
  findPurchaseByReference,
  findSubscription,
  hasPaidSince,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { isWithdrawn } from '../../refunds/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { cancelSubscription } from '../../subscriptions/server/cancel-subscription.ts'
import { getWithdrawal, withdrawPurchase } from '../../withdrawal/server/withdraw-purchase.ts'
import { decideCancellation, isNameOf } from '../rules.ts'

/**
 * Carries out what someone declared without logging in (PRODUCT D25), as if the member had done it in the portal, or
 * leaves it to staff. It counts from the moment of the declaration, even if the job runs later. Repeating it changes
 * nothing; while the payment provider is away, the job is retried.
 */
export async function carryOutCancellation(
  context: PaymentsContext,
  { messageId, mayMatch }: { messageId: string; mayMatch: boolean },
): Promise<void> {
  const cancellation = await findCancellation(context.db, messageId)
  // Deleted in the meantime, or done.
  if (!cancellation || cancellation.outcome) return
  if (!mayMatch) return recordOutcome(context, cancellation, { outcome: 'not-matched', purchaseId: null })
  const order = await findOrder(context, cancellation)
  const outcome = order ? await cancelOrder(context, order, cancellation.receivedAt) : 'no-match'
  await recordOutcome(context, cancellation, { outcome, purchaseId: order?.purchase.id ?? null })
}

type Order = { purchase: StoredPurchase; buyer: NonNullable<Awaited<ReturnType<typeof findPresentAccount>>> }

/** References count up, so the email address and the surname, or the company's name, must be the buyer's too. */
async function findOrder(
  { db }: PaymentsContext,
  { orderReference, email, name }: { orderReference: string; email: string; name: string },
): Promise<Order | undefined> {
  const purchase = await findPurchaseByReference(db, orderReference)
  const buyer = purchase && (await findPresentAccount(db, purchase.memberId))
  const isMatch =
    buyer &&
    canonicalEmailAddress(buyer.email) === canonicalEmailAddress(email) &&
    isNameOf(name, [buyer.lastName, purchase.buyer.companyName])
  return isMatch ? { purchase, buyer } : undefined
}

async function cancelOrder(
  context: PaymentsContext,
  { purchase: { id, subscriptionId }, buyer }: Order,
  declaredAt: Date,
): Promise<CancellationOutcome> {
  const { db, provider } = context
  const asMember = actAsBuyer(context, buyer)
  const whenDeclared = { ...asMember, now: () => declaredAt }
  const { blocker, refund } = await getWithdrawal(whenDeclared, id)
  const subscription = subscriptionId ? await findSubscription(db, subscriptionId) : undefined
  const decision = decideCancellation({
    blocker,
    subscription: subscription && {
      ...subscription,
      isOurs: subscription.providerId !== null && subscription.paymentMode === provider.mode,
    },
    isWithdrawn: await isWithdrawn(db, [id]),
  })
  if (decision === 'withdraw') {
    await withdrawPurchase(whenDeclared, id, { expectedRefund: refund })
    return 'withdrawn'
  }
  if (decision === 'stop-renewing' && subscriptionId) await cancelSubscription(asMember, subscriptionId, () => {})
  // An earlier run may have stopped the subscription and then failed.
  const hasStopped = ['stop-renewing', 'already-cancelled', 'ended'].includes(decision)
  if (hasStopped && subscriptionId && (await hasPaidSince(db, subscriptionId, declaredAt))) return 'charged-since'
  return decision === 'stop-renewing' ? 'renewal-stopped' : decision
}
