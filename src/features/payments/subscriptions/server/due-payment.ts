import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { requireCardAllowed } from '../../server/card-rate-limit.ts'
import { type PayingContext, publicProviderSettings } from '../../server/payments-context.ts'
import type * as contract from '../contract.ts'
import type { Subscription } from '../contract.ts'
import { findDueInvoice } from '../rules.ts'
import {
  getLiveSubscription,
  getOwnSubscription,
  getProviderSubscription,
  requireStillLive,
  syncOwnSubscription,
} from './member-subscriptions.ts'

/** Each call queries Stripe. The page polls for twenty seconds after a payment, and again whenever it is opened. */
const confirmRateLimit: RateLimit = { name: 'confirm-due-payment', attempts: 300, seconds: 900 }

/** The browser only triggers the check; the state comes from Stripe. */
export async function confirmDuePayment(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  await context.limits.count(confirmRateLimit, context.actor.memberId)
  await getOwnSubscription(context, subscriptionId)
  return syncOwnSubscription(context, subscriptionId)
}

/** Limits card testing: 30 attempts in 15 minutes. */
const startRateLimit: RateLimit = { name: 'start-due-payment', attempts: 30, seconds: 900 }

/** Lets the member pay for a month that Stripe could not collect, using the same payment. */
export async function startDuePayment(
  context: PayingContext,
  subscriptionId: string,
  address: string,
): Promise<ResponseOf<typeof contract.startDuePayment>> {
  const { actor, limits, provider } = context
  await limits.count(startRateLimit, actor.memberId)
  const subscription = await getLiveSubscription(context, subscriptionId)
  await requireCardAllowed(context, subscriptionId, address)
  const reported = await getProviderSubscription(context, subscription)
  const dueInvoice = reported.status === 'past_due' ? findDueInvoice(reported) : undefined
  const payment = dueInvoice?.paymentIntentId ? await provider.findPayment(dueInvoice.paymentIntentId) : undefined
  if (payment?.status === 'processing') throw new Refused('payment-processing')
  if (payment?.status === 'open') {
    const { cardId } = reported
    // A payment waiting for 3-D Secure still has its card; a declined payment does not.
    if (!cardId && !payment.isAtBank) throw new Refused('no-card')
    return {
      clientSecret: payment.clientSecret,
      cardId,
      provider: publicProviderSettings(provider),
      price: subscription.price,
    }
  }
  // The month has just been paid for, the subscription has just ended, or nothing was ever due.
  await requireStillLive(context, subscriptionId)
  throw new Refused('nothing-due')
}
