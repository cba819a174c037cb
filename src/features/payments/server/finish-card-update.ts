import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Subscription } from '../contract/subscription.ts'
import { dueInvoice } from '../rules/subscription.ts'
import { getLiveSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'
import { findCustomerId } from './store.ts'

/** PAYMENTS §7.2, 34: each may charge a card, and whoever tries stolen ones is stopped. */
const finishesByMember: Limit = { name: 'finish-card-update', attempts: 30, seconds: 900 }

/** The card that the browser has set up is read back from the provider, used from now on, and pays what is due. */
export async function finishCardUpdate(
  context: PayingContext,
  { subscriptionId, setupIntentId }: { subscriptionId: string; setupIntentId: string },
): Promise<Subscription> {
  const { actor, limits, provider } = context
  await limits.count(finishesByMember, actor.memberId)
  const { providerId } = await getLiveSubscription(context, subscriptionId)
  const paymentMethodId = await findNewCard(context, subscriptionId, setupIntentId)
  if (!paymentMethodId) throw new Refused('card-not-set-up')
  await provider.chargeCard(providerId, paymentMethodId)
  const answer = await payWhatIsDue(context, providerId)
  const subscription = await readBackSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  if (answer === 'paid') return subscription
  throw new Refused(answer === 'declined' ? 'card-declined' : 'payment-needs-you')
}

/** A card of somebody else, or one that was set up for another subscription, is none. */
async function findNewCard({ db, actor, provider }: PayingContext, subscriptionId: string, setupIntentId: string) {
  const setup = await provider.findCardSetup(setupIntentId)
  const customerId = await findCustomerId(db, actor.memberId, provider.mode)
  const isOurs = setup?.customerId === customerId && setup?.subscriptionId === subscriptionId
  return isOurs && setup?.isDone ? setup.paymentMethodId : null
}

async function payWhatIsDue({ provider }: PayingContext, providerId: string) {
  const seen = await provider.findSubscription(providerId)
  const due = seen && dueInvoice(seen)
  return due ? provider.payInvoice(due.id) : 'paid'
}
