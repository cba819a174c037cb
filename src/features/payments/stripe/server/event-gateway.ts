import '../../server/tables.ts'
import type Stripe from 'stripe'
import type { StripeRequest } from './stripe-request.ts'

/** The event types that trigger a sync. Stripe allows at most twenty types per request. */
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

export function eventGateway(stripe: Stripe, request: StripeRequest) {
  return {
    /** All undelivered events of the handled types since the given time. Stripe keeps events for thirty days. */
    listMissedEvents: (since: Date) =>
      request('list missed events', async () => {
        const missed: ProviderEvent[] = []
        const parameters = {
          delivery_success: false,
          created: { gte: toSeconds(since) },
          types: handledEventTypes,
          limit: 100,
        }
        for await (const event of stripe.events.list(parameters)) missed.push(toProviderEvent(event))
        return missed
      }),
  }
}

export function toProviderEvent({ id, type, created, data: { object } }: Stripe.Event): ProviderEvent {
  return {
    id,
    type,
    createdAt: toDate(created),
    paymentIntentId: findPaymentIntentId(object),
    providerSubscriptionId: findSubscriptionId(object),
  }
}

/** Null if the time is invalid: the event is handled anyway. */
function toDate(seconds: number | undefined): Date | null {
  const moment = new Date((seconds ?? Number.NaN) * 1_000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Stripe counts in whole seconds. */
export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000)
}

/** The payment an event is about: the object itself, or the payment that its charge belongs to. */
function findPaymentIntentId(object: Stripe.Event.Data.Object): string | null {
  const stripeObject = object as { object?: string; id?: string; payment_intent?: string | { id: string } | null }
  if (stripeObject.object === 'payment_intent') return stripeObject.id ?? null
  return typeof stripeObject.payment_intent === 'object'
    ? (stripeObject.payment_intent?.id ?? null)
    : (stripeObject.payment_intent ?? null)
}

/** The subscription an event is about: the object itself, or the one that its invoice belongs to. */
export function findSubscriptionId(object: Stripe.Event.Data.Object): string | null {
  const stripeObject = object as Stripe.Subscription | Stripe.Invoice
  if (stripeObject.object === 'subscription') return stripeObject.id
  if (stripeObject.object !== 'invoice') return null
  const subscription = stripeObject.parent?.subscription_details?.subscription ?? null
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
