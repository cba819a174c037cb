import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Subscription } from '../contract/subscription.ts'
import { dueInvoice } from '../rules/subscription.ts'
import { admitCard } from './count-declined-card.ts'
import { getAtProvider, getLiveSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** PAYMENTS §7.2, 34: each may charge a card, and whoever tries stolen ones is stopped. */
const finishesByMember: Limit = { name: 'finish-card-update', attempts: 30, seconds: 900 }

type Given = { subscriptionId: string; setupIntentId: string }

/** The card that the browser has set up is read back from the provider, used from now on, and pays what is due. */
export async function finishCardUpdate(
  context: PayingContext,
  { subscriptionId, setupIntentId }: Given,
  address: string,
): Promise<Subscription> {
  const { actor, limits, provider } = context
  await limits.count(finishesByMember, actor.memberId)
  const { id, providerId } = await getLiveSubscription(context, subscriptionId)
  await admitCard(context, subscriptionId, address)
  const { customerId } = await getAtProvider(context, { id, providerId })
  const paymentMethodId = await findNewCard(context, { subscriptionId, setupIntentId }, customerId)
  if (!paymentMethodId) throw new Refused('card-not-set-up')
  await provider.chargeCard(providerId, paymentMethodId)
  const answer = await payWhatIsDue(context, providerId)
  const subscription = await readBackSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  if (answer === 'paid') return subscription
  throw new Refused(refusals[answer])
}

const refusals = {
  declined: 'card-declined',
  'needs-customer': 'payment-needs-you',
  processing: 'payment-at-bank',
} as const

/** A card of somebody else, or one that was set up for another subscription, is none. */
async function findNewCard({ provider }: PayingContext, { subscriptionId, setupIntentId }: Given, customerId: string) {
  const setup = await provider.findCardSetup(setupIntentId)
  const isOurs = setup?.customerId === customerId && setup?.subscriptionId === subscriptionId
  return isOurs && setup?.isDone ? setup.paymentMethodId : null
}

async function payWhatIsDue({ provider }: PayingContext, providerId: string) {
  const seen = await provider.findSubscription(providerId)
  const due = seen && dueInvoice(seen)
  return due ? provider.payInvoice(due.id) : 'paid'
}
