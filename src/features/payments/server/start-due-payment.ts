import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/subscription.ts'
import { dueInvoice } from '../rules/subscription.ts'
import { admitCard } from './count-declined-card.ts'
import { getAtProvider, getLiveSubscription, requireStillLive } from './get-own-subscription.ts'
import { inBrowser, type PayingContext } from './payments-context.ts'

/** PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped. */
const startsByMember: Limit = { name: 'start-due-payment', attempts: 30, seconds: 900 }

/** The month that is due, with its member present: the same payment that the provider could not make by itself. */
export async function startDuePayment(
  context: PayingContext,
  subscriptionId: string,
  address: string,
): Promise<ResponseOf<typeof contract.startDuePayment>> {
  const { actor, limits, provider } = context
  await limits.count(startsByMember, actor.memberId)
  const subscription = await getLiveSubscription(context, subscriptionId)
  await admitCard(context, subscriptionId, address)
  const seen = await getAtProvider(context, subscription)
  const due = seen.status === 'past_due' ? dueInvoice(seen) : undefined
  const payment = due?.paymentIntentId ? await provider.findPayment(due.paymentIntentId) : undefined
  if (payment?.status === 'processing') throw new Refused('payment-processing')
  if (payment?.status === 'open') {
    const { cardId } = seen
    // A bank that waits for its customer knows the card; a payment that it declined has none any more.
    if (!cardId && !payment.isAtBank) throw new Refused('no-card')
    return { clientSecret: payment.clientSecret, cardId, provider: inBrowser(provider), price: subscription.price }
  }
  // It was paid or ended a moment ago, or never due.
  await requireStillLive(context, subscriptionId)
  throw new Refused('nothing-due')
}
