import type Stripe from 'stripe'
import type { Ask } from './provider-gateway.ts'
import type { ProviderEvent } from './store.ts'

/** Events that the provider could not bring to us. */
export type EventCalls = {
  /** All of them since a moment, of the kinds that say something of money. The provider keeps them for thirty days. */
  listMissedEvents: (since: Date) => Promise<ProviderEvent[]>
}

/** What makes us look at a payment, a refund, a dispute or a subscription: twenty is as many as may be asked for. */
export const followedTypes: NonNullable<Stripe.EventListParams['types']> = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
]

export function eventCalls(stripe: Stripe, ask: Ask): EventCalls {
  return {
    listMissedEvents: (since) =>
      ask('list the events that were missed', async () => {
        const missed: ProviderEvent[] = []
        const asked = { delivery_success: false, created: { gte: secondsOf(since) }, types: followedTypes, limit: 100 }
        for await (const event of stripe.events.list(asked)) missed.push(providerEvent(event))
        return missed
      }),
  }
}

export function providerEvent({ id, type, created, data: { object } }: Stripe.Event): ProviderEvent {
  return {
    id,
    type,
    createdAt: momentOf(created),
    paymentIntentId: paymentIntentOf(object),
    providerSubscriptionId: subscriptionOf(object),
  }
}

/** A hint that names no moment is followed all the same. */
function momentOf(seconds: number | undefined): Date | null {
  const moment = new Date((seconds ?? Number.NaN) * 1_000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The provider counts in whole seconds. */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000)
}

/** The payment that an event is about: itself, or the one that a charge belongs to. */
function paymentIntentOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as { object?: string; id?: string; payment_intent?: string | { id: string } | null }
  if (seen.object === 'payment_intent') return seen.id ?? null
  return typeof seen.payment_intent === 'object' ? (seen.payment_intent?.id ?? null) : (seen.payment_intent ?? null)
}

/** The subscription that an event is about: itself, or the one that an invoice belongs to. */
export function subscriptionOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as Stripe.Subscription | Stripe.Invoice
  if (seen.object === 'subscription') return seen.id
  if (seen.object !== 'invoice') return null
  const subscription = seen.parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}
