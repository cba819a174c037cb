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
  getProviderSubscription,
  refuseUnknown,
  syncOwnSubscription,
} from './member-subscriptions.ts'

/** Limits card testing, because each call may charge a card. */
const finishRateLimit: RateLimit = { name: 'finish-card-update', attempts: 30, seconds: 900 }

type CardUpdate = { subscriptionId: string; setupIntentId: string }

/** Reads the new card back from Stripe, makes it the subscription's card and pays what is due. */
export async function finishCardUpdate(
  context: PayingContext,
  { subscriptionId, setupIntentId }: CardUpdate,
  address: string,
): Promise<Subscription> {
  const { actor, limits, provider } = context
  await limits.count(finishRateLimit, actor.memberId)
  const { id, providerId } = await getLiveSubscription(context, subscriptionId)
  await requireCardAllowed(context, subscriptionId, address)
  const { customerId } = await getProviderSubscription(context, { id, providerId })
  const paymentMethodId = await findNewCard(context, { subscriptionId, setupIntentId }, customerId)
  if (!paymentMethodId) throw new Refused('card-not-set-up')
  await provider.setDefaultCard(providerId, paymentMethodId)
  const result = await payDueInvoice(context, providerId)
  const subscription = await syncOwnSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  if (result === 'paid') return subscription
  throw new Refused(refusals[result])
}

const refusals = {
  declined: 'card-declined',
  'needs-customer': 'payment-requires-action',
  processing: 'payment-at-bank',
} as const

/** Rejects another customer's card, and a setup made for another subscription. */
async function findNewCard(
  { provider }: PayingContext,
  { subscriptionId, setupIntentId }: CardUpdate,
  customerId: string,
) {
  const setup = await provider.findCardSetup(setupIntentId)
  const isOwnSetup = setup?.customerId === customerId && setup?.subscriptionId === subscriptionId
  return isOwnSetup && setup?.isComplete ? setup.paymentMethodId : null
}

async function payDueInvoice({ provider }: PayingContext, providerId: string) {
  const reported = await provider.findSubscription(providerId)
  const dueInvoice = reported && findDueInvoice(reported)
  return dueInvoice ? provider.payInvoice(dueInvoice.id) : 'paid'
}

/** Limits card testing: 30 attempts in 15 minutes. */
const startRateLimit: RateLimit = { name: 'start-card-update', attempts: 30, seconds: 900 }

/** Starts a card update. The browser sets up the card with Stripe, so its number never reaches us. */
export async function startCardUpdate(
  context: PayingContext,
  subscriptionId: string,
  address: string,
): Promise<ResponseOf<typeof contract.startCardUpdate>> {
  const { actor, limits, provider } = context
  await limits.count(startRateLimit, actor.memberId)
  const subscription = await getLiveSubscription(context, subscriptionId)
  await requireCardAllowed(context, subscriptionId, address)
  // Only a card that belongs to the subscription's own customer can pay for it, so do not create a new customer.
  const { customerId } = await getProviderSubscription(context, subscription)
  const clientSecret = await provider.createCardSetup({ customerId, subscriptionId })
  return clientSecret
    ? { clientSecret, provider: publicProviderSettings(provider) }
    : refuseUnknown(context, subscriptionId)
}
