import { findSubscription, findSubscriptionByProvider, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { isUuid } from '#platform/shared/uuid.ts'
import { cancelAtProvider } from '../../checkout/server/cancel-purchase.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import { addressRateLimit, memberRateLimit } from '../../server/card-rate-limit.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { findCustomerOwner, findPaymentNetwork, findSubscriptionNetwork } from '../../server/store.ts'
import { endSubscription } from '../../subscriptions/server/end-subscription.ts'

/** Counts each event about a declined card once, however often it is handled. */
const eventRateLimit: RateLimit = { name: 'declined-card-event', attempts: 2, seconds: 86_400 }

/** The bank declined a card for a purchase. After too many declined cards, the payment is cancelled. */
export async function handleDeclinedCard(context: PaymentsContext, eventId: string, purchase: StoredPurchase) {
  const address = await findPaymentNetwork(context.db, purchase.id)
  const { isMemberOver, isAddressOver } = await recordDecline(context, eventId, {
    memberId: purchase.memberId,
    address,
  })
  if (!isMemberOver && !isAddressOver) return
  await cancelAtProvider(context, purchase)
  await syncPurchase(context, purchase.id)
}

/**
 * The bank declined a card for a due month. After too many declined cards, the subscription ends and the month is not
 * collected.
 */
export async function handleDeclinedPeriod(context: PaymentsContext, eventId: string, paymentIntentId: string) {
  const { db, provider } = context
  const invoice = await provider.findPaymentInvoice(paymentIntentId)
  const subscription = invoice && (await findSubscriptionByProvider(db, invoice.providerSubscriptionId))
  // Other sites may share the Stripe account; ignore their objects.
  if (!subscription) return
  const { id, memberId } = subscription
  const address = await findSubscriptionNetwork(db, id)
  // Do not end a subscription because of what other people at the same address did.
  const { isMemberOver } = await recordDecline(context, eventId, { memberId, address })
  // Ending the subscription also voids the open invoice.
  if (isMemberOver && invoice.isOpen) await endSubscription(context, id)
}

/** The bank declined a card that was to be saved. After too many declined cards, this setup is cancelled. */
export async function handleDeclinedSetup(context: PaymentsContext, eventId: string) {
  const { provider } = context
  const setupIntentId = await provider.findFailedSetup(eventId)
  const setup = setupIntentId && (await provider.findCardSetup(setupIntentId))
  const attempt = setup && (await findSetupAttempt(context, setup))
  if (!attempt) return
  const { isMemberOver, isAddressOver } = await recordDecline(context, eventId, attempt)
  if (isMemberOver || isAddressOver) await provider.cancelCardSetup(setupIntentId)
}

type CardSetup = { subscriptionId: string | undefined; customerId: string | null }

/** The card is for a subscription, or else for the member's later payments. Other sites' setups are ignored. */
async function findSetupAttempt(
  { db }: PaymentsContext,
  { subscriptionId, customerId }: CardSetup,
): Promise<DeclinedAttempt | undefined> {
  if (subscriptionId === undefined) {
    const memberId = customerId === null ? undefined : await findCustomerOwner(db, customerId)
    return memberId && { memberId, address: undefined }
  }
  const subscription = isUuid(subscriptionId) ? await findSubscription(db, subscriptionId) : undefined
  return (
    subscription && { memberId: subscription.memberId, address: await findSubscriptionNetwork(db, subscription.id) }
  )
}

type DeclinedAttempt = { memberId: MemberId; address: string | undefined }

async function recordDecline({ limits }: PaymentsContext, eventId: string, { memberId, address }: DeclinedAttempt) {
  const isCounted = await limits.note(eventRateLimit, eventId)
  const checkLimit = isCounted ? limits.isUsedUp : limits.note
  return {
    isMemberOver: await checkLimit(memberRateLimit, memberId),
    isAddressOver: address !== undefined && (await checkLimit(addressRateLimit, address)),
  }
}
