import { findSubscription, findSubscriptionByProvider } from '#features/purchases/server/public.ts'
import { isUuid } from '../rules/our-mark.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { isKnownCustomer } from './store.ts'

/** An event about a subscription: ours is brought up to date, one that a stranger made for our customer is reported. */
export async function followSubscription(context: PaymentsContext, providerId: string): Promise<void> {
  const { db, provider } = context
  const known = await findSubscriptionByProvider(db, providerId)
  if (known) return void (await convergeSubscription(context, known.id))
  const seen = await provider.findSubscription(providerId)
  if (!seen) return
  const { subscriptionId: mark, customerId } = seen
  // The event was faster than our own note, or somebody made a second one with the mark of the first.
  const ours = mark !== undefined && isUuid(mark) ? await findSubscription(db, mark) : undefined
  if (ours) return void (await convergeSubscription(context, ours.id, providerId))
  // Another shop may share the provider's account: whose customer is not ours is left alone.
  if (await isKnownCustomer(db, customerId)) await report(context, providerId, customerId)
}

async function report(context: PaymentsContext, providerId: string, customerId: string) {
  context.log.error({ providerId, customerId }, 'a subscription was made at the provider for a customer of ours')
  await reportAnomaly(context.db, context, {
    kind: 'subscription-foreign',
    subject: providerId,
    detail: { customerId },
  })
}
