import { delayedDays } from '#features/purchases/rules.ts'
import {
  endHere,
  findLiveSubscription,
  findSubscription,
  insertPurchase,
  insertSubscription,
  rememberPaymentIntent,
  rememberProviderSubscription,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import { isLeftBehind } from '../rules/subscription.ts'
import { askWithCustomer } from './ask-with-customer.ts'
import type { PayingContext } from './payments-context.ts'

type NewPurchase = Parameters<typeof insertPurchase>[1]

/** Whoever has a subscription that was ever paid finds it under My Packages. One that was only begun is gone on with. */
export async function isSubscribedTo({ db, actor, provider }: PayingContext, packageId: string): Promise<boolean> {
  const live = await findLiveSubscription(db, actor.memberId, packageId)
  return live !== undefined && live.status !== 'incomplete' && !isLeftBehind(live, provider.mode)
}

/**
 * The subscription and the purchase of its first month, together or not at all.
 * @returns undefined where another tab holds the place of either
 */
export async function insertSubscribed(
  { db }: PayingContext,
  purchase: NewPurchase,
  runsUntil: Date | undefined,
): Promise<string | undefined> {
  const { createdAt: now } = purchase
  return db
    .transaction()
    .execute(async (tx) => {
      const live = await findLiveSubscription(tx, purchase.memberId, purchase.packageId)
      if (live && isLeftBehind(live, purchase.paymentMode)) await endHere(tx, live.id, now)
      const subscription = { ...purchase, delayedDays: delayedDays(purchase, { now, runsUntil }) }
      const subscriptionId = await insertSubscription(tx, subscription)
      const id = subscriptionId && (await insertPurchase(tx, { ...purchase, subscriptionId }))
      if (!id) throw new PlaceTaken()
      return id
    })
    .catch((error: unknown) => {
      if (!(error instanceof PlaceTaken)) throw error
      return undefined
    })
}

/** Rolls the transaction back: no subscription stays without its purchase. */
class PlaceTaken extends Error {}

/** @returns the secret of the first payment; undefined where the subscription was given up meanwhile, in another tab */
export async function createFirstPayment(
  context: PayingContext,
  { id: purchaseId, subscriptionId }: StoredPurchase & { subscriptionId: string },
): Promise<string | undefined> {
  const { db, provider } = context
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription || subscription.endedAt) return undefined
  const { providerId, paymentIntentId, clientSecret } = await askWithCustomer(context, (customerId) =>
    provider.createSubscription({ ...subscription, purchaseId, customerId }),
  )
  const isOpen =
    (await rememberProviderSubscription(db, subscriptionId, providerId)) &&
    (await rememberPaymentIntent(db, purchaseId, paymentIntentId))
  if (isOpen) return clientSecret
  await provider.cancelSubscription(providerId)
}
