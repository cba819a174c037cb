import { delayedDays } from '#features/purchases/rules.ts'
import {
  findLiveSubscription,
  findSubscription,
  insertPurchase,
  insertSubscription,
  markSubscriptionEnded,
  type StoredPurchase,
  savePaymentIntent,
  saveProviderSubscription,
} from '#features/purchases/server/public.ts'
import { withStripeCustomer } from '../../server/customers.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import { isSandboxLeftover } from '../rules.ts'

type NewPurchase = Parameters<typeof insertPurchase>[1]

/** True if the subscription has been paid for at least once. Otherwise the checkout continues it. */
export async function isSubscribedTo({ db, actor, provider }: PayingContext, packageId: string): Promise<boolean> {
  const live = await findLiveSubscription(db, actor.memberId, packageId)
  return live !== undefined && live.status !== 'incomplete' && !isSandboxLeftover(live, provider.mode)
}

/**
 * Creates both the subscription and the purchase of its first month, or neither.
 * @returns undefined if one is already open in another tab
 */
export async function startSubscription(
  { db }: PayingContext,
  purchase: NewPurchase,
  runsUntil: Date | undefined,
): Promise<string | undefined> {
  const { createdAt: now } = purchase
  return db
    .transaction()
    .execute(async (tx) => {
      const live = await findLiveSubscription(tx, purchase.memberId, purchase.packageId)
      if (live && isSandboxLeftover(live, purchase.paymentMode)) await markSubscriptionEnded(tx, live.id, now)
      const subscription = { ...purchase, delayedDays: delayedDays(purchase, { now, runsUntil }) }
      const subscriptionId = await insertSubscription(tx, subscription)
      const id = subscriptionId && (await insertPurchase(tx, { ...purchase, subscriptionId }))
      if (!id) throw new SubscriptionAlreadyOpen()
      return id
    })
    .catch((error: unknown) => {
      if (!(error instanceof SubscriptionAlreadyOpen)) throw error
      return undefined
    })
}

/** Rolls the transaction back, so that no subscription exists without its purchase. */
class SubscriptionAlreadyOpen extends Error {}

/** @returns the first payment's client secret, or undefined if the subscription was cancelled in another tab */
export async function createFirstPayment(
  context: PayingContext,
  { id: purchaseId, subscriptionId }: StoredPurchase & { subscriptionId: string },
): Promise<string | undefined> {
  const { db, provider } = context
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription || subscription.endedAt) return undefined
  const { providerId, paymentIntentId, clientSecret } = await withStripeCustomer(context, (customerId) =>
    provider.createSubscription({ ...subscription, purchaseId, customerId }),
  )
  const isOpen =
    (await saveProviderSubscription(db, subscriptionId, providerId)) &&
    (await savePaymentIntent(db, purchaseId, paymentIntentId))
  if (isOpen) return clientSecret
  await provider.cancelSubscription(providerId)
}
