import '../../server/tables.ts'
import type Stripe from 'stripe'
import type { StripeRequest } from './stripe-request.ts'

/** Events that Stripe could not deliver to us. */
export type EventGateway = {
  /** All undelivered events since a time, of the handled types. Stripe keeps events for thirty days. */
  listMissedEvents: (since: Date) => Promise<ProviderEvent[]>
}

/** The events that make us sync. Stripe allows at most twenty types per request. */
export const handledEventTypes: NonNullable<Stripe.EventListParams['types']> = [
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

export function eventGateway(stripe: Stripe, ask: StripeRequest): EventGateway {
  return {
    listMissedEvents: (since) =>
      ask('list the events that were missed', async () => {
        const missed: ProviderEvent[] = []
        const asked = {
          delivery_success: false,
          created: { gte: secondsOf(since) },
          types: handledEventTypes,
          limit: 100,
        }
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

/** A hint without a valid time is handled anyway. */
function momentOf(seconds: number | undefined): Date | null {
  const moment = new Date((seconds ?? Number.NaN) * 1_000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Stripe counts in whole seconds. */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000)
}

/** The payment of an event: the object itself, or the payment its charge belongs to. */
function paymentIntentOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as { object?: string; id?: string; payment_intent?: string | { id: string } | null }
  if (seen.object === 'payment_intent') return seen.id ?? null
  return typeof seen.payment_intent === 'object' ? (seen.payment_intent?.id ?? null) : (seen.payment_intent ?? null)
}

/** The subscription of an event: the object itself, or the one its invoice belongs to. */
export function subscriptionOf(object: Stripe.Event.Data.Object): string | null {
  const seen = object as Stripe.Subscription | Stripe.Invoice
  if (seen.object === 'subscription') return seen.id
  if (seen.object !== 'invoice') return null
  const subscription = seen.parent?.subscription_details?.subscription ?? null
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}

/** The parts of a Stripe event that we use. We read everything else from Stripe. */
export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date | null
  paymentIntentId: string | null
  providerSubscriptionId: string | null
}
