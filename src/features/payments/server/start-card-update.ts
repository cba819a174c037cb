import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/subscription.ts'
import { admitCard } from './count-declined-card.ts'
import { getAtProvider, getLiveSubscription, refuseUnknown } from './get-own-subscription.ts'
import { inBrowser, type PayingContext } from './payments-context.ts'

/** PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped. */
const startsByMember: Limit = { name: 'start-card-update', attempts: 30, seconds: 900 }

/** Another card for the next months: the browser sets it up with the provider, and we never see it. */
export async function startCardUpdate(
  context: PayingContext,
  subscriptionId: string,
  address: string,
): Promise<ResponseOf<typeof contract.startCardUpdate>> {
  const { actor, limits, provider } = context
  await limits.count(startsByMember, actor.memberId)
  const subscription = await getLiveSubscription(context, subscriptionId)
  await admitCard(context, subscriptionId, address)
  // Only a card of the customer whose subscription it is can pay for it: no other one is made in their place.
  const { customerId } = await getAtProvider(context, subscription)
  const clientSecret = await provider.createCardSetup({ customerId, subscriptionId })
  return clientSecret ? { clientSecret, provider: inBrowser(provider) } : refuseUnknown(context, subscriptionId)
}
