import { findSubscription, findSubscriptionByProvider, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isUuid } from '../rules/our-mark.ts'
import { convergePurchase } from './converge-purchase.ts'
import { endSubscription } from './end-subscription.ts'
import { cancelAtProvider } from './give-up-purchase.ts'
import { findOrigin, findOriginOfSubscription, noteOriginOfSubscription } from './origin-store.ts'
import type { PayingContext, PaymentsContext } from './payments-context.ts'

// PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped, whatever account they use and whatever
// they try them on. What a browser holds the secret of is taken away as well: it could go on without asking us.

const byMember: Limit = { name: 'declined-card-member', attempts: 20, seconds: 900 }
const byAddress: Limit = { name: 'declined-card-address', attempts: 20, seconds: 900 }

/** Each decline counts once, however often its event is followed: whoever comes second is one too many. */
const byEvent: Limit = { name: 'declined-card-event', attempts: 2, seconds: 86_400 }

/** A bank said no to a purchase: after too many its payment is taken away. */
export async function countDeclinedCard(context: PaymentsContext, eventId: string, purchase: StoredPurchase) {
  const address = await findOrigin(context.db, purchase.id)
  const { isMemberOver, isAddressOver } = await count(context, eventId, { memberId: purchase.memberId, address })
  if (!isMemberOver && !isAddressOver) return
  await cancelAtProvider(context, purchase)
  await convergePurchase(context, purchase.id)
}

/** A bank said no to a month that is due: after too many its subscription ends, and the month is not asked for. */
export async function countDeclinedMonth(context: PaymentsContext, eventId: string, paymentIntentId: string) {
  const { db, provider } = context
  const invoice = await provider.findInvoiceOf(paymentIntentId)
  const subscription = invoice && (await findSubscriptionByProvider(db, invoice.providerSubscriptionId))
  // Another shop may share the provider's account: what is not ours is left alone.
  if (!subscription) return
  const { id, memberId } = subscription
  const address = await findOriginOfSubscription(db, id)
  // Nobody loses a subscription because of others at the same address.
  const { isMemberOver } = await count(context, eventId, { memberId, address })
  // With its end the open month is taken back too.
  if (isMemberOver && invoice.isOpen) await endSubscription(context, id)
}

/** A bank said no to a card for the months to come: after too many none can be given with this secret. */
export async function countDeclinedSetup(context: PaymentsContext, eventId: string) {
  const { db, provider } = context
  const setupIntentId = await provider.findFailedSetup(eventId)
  const mark = setupIntentId && (await provider.findCardSetup(setupIntentId))?.subscriptionId
  const subscription = mark && isUuid(mark) ? await findSubscription(db, mark) : undefined
  if (!setupIntentId || !subscription) return
  const { id, memberId } = subscription
  const address = await findOriginOfSubscription(db, id)
  const { isMemberOver, isAddressOver } = await count(context, eventId, { memberId, address })
  if (isMemberOver || isAddressOver) await provider.cancelCardSetup(setupIntentId)
}

/** Has this member, or anybody at this address, had too many cards declined within a quarter of an hour? */
export async function hasTooManyDeclines({ limits }: Context, memberId: MemberId, address: string): Promise<boolean> {
  return (await limits.isUsedUp(byMember, memberId)) || (await limits.isUsedUp(byAddress, address))
}

/** Before a card may be tried on a subscription. @throws Refused after too many declined ones */
export async function admitCard(context: PayingContext, subscriptionId: string, address: string): Promise<void> {
  const { db, actor, now } = context
  if (await hasTooManyDeclines(context, actor.memberId, addressKey(address))) throw new Refused('cards-declined')
  await noteOriginOfSubscription(db, { subscriptionId, addressKey: addressKey(address), notedAt: now() })
}

type Tried = { memberId: MemberId; address: string | undefined }

async function count({ limits }: PaymentsContext, eventId: string, { memberId, address }: Tried) {
  const isCounted = await limits.note(byEvent, eventId)
  const look = isCounted ? limits.isUsedUp : limits.note
  return {
    isMemberOver: await look(byMember, memberId),
    isAddressOver: address !== undefined && (await look(byAddress, address)),
  }
}
