import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/subscription.ts'
import { askWithCustomer } from './ask-with-customer.ts'
import { getLiveSubscription } from './get-own-subscription.ts'
import { inBrowser, type PayingContext } from './payments-context.ts'

/** PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped. */
const startsByMember: Limit = { name: 'start-card-update', attempts: 30, seconds: 900 }

/** Another card for the next months: the browser sets it up with the provider, and we never see it. */
export async function startCardUpdate(
  context: PayingContext,
  subscriptionId: string,
): Promise<ResponseOf<typeof contract.startCardUpdate>> {
  const { actor, limits, provider } = context
  await limits.count(startsByMember, actor.memberId)
  await getLiveSubscription(context, subscriptionId)
  const { clientSecret } = await askWithCustomer(context, async (customerId) => ({
    clientSecret: await provider.createCardSetup({ customerId, subscriptionId }),
  }))
  return { clientSecret, provider: inBrowser(provider) }
}
