import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/subscription.ts'
import { dueInvoice } from '../rules/subscription.ts'
import { convergeSubscription } from './converge-subscription.ts'
import { getOwnSubscription } from './get-own-subscription.ts'
import { inBrowser, type PayingContext } from './payments-context.ts'

/** PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped. */
const startsByMember: Limit = { name: 'start-due-payment', attempts: 30, seconds: 900 }

/** The month that is due, with its member present: the same payment that the provider could not make by itself. */
export async function startDuePayment(
  context: PayingContext,
  subscriptionId: string,
): Promise<ResponseOf<typeof contract.startDuePayment>> {
  const { actor, limits, provider } = context
  await limits.count(startsByMember, actor.memberId)
  const { providerId, price, endedAt } = await getOwnSubscription(context, subscriptionId)
  if (endedAt) throw new Refused('nothing-due')
  const seen = await provider.findSubscription(providerId)
  const due = seen && dueInvoice(seen)
  const payment = due?.paymentIntentId ? await provider.findPayment(due.paymentIntentId) : undefined
  if (payment?.status === 'open') return { clientSecret: payment.clientSecret, provider: inBrowser(provider), price }
  // It was paid a moment ago, or never due.
  await convergeSubscription(context, subscriptionId)
  throw new Refused('nothing-due')
}
