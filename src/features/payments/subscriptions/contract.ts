import { z } from 'zod'
import { Price, ServiceType } from '#features/catalogue/contract.ts'
import { SubscriptionStatus } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

/** Reasons for refusing any change: the subscription must be the member's own, and the provider must respond. */
const ownRefusals = {
  'subscription-not-found': { status: 404, message: 'We couldn’t find this subscription.' },
  'provider-unavailable': {
    status: 503,
    message: 'We can’t reach our payment provider. Try again in a minute.',
  },
} as const

/** Reasons for refusing a change to a subscription that must exist at the provider. */
const knownRefusals = {
  ...ownRefusals,
  'subscription-unknown':
    'Our payment provider doesn’t recognise this subscription, so we haven’t changed anything. We’re looking into it. If you’d rather not wait, you can cancel the subscription.',
} as const

/** Reasons for refusing a change to a subscription that must not have ended. */
const liveRefusals = {
  ...knownRefusals,
  'subscription-ended': 'This subscription has ended. You can buy it again.',
} as const

/** A monthly package, as shown to its member. */
export const Subscription = z.object({
  id: z.uuid(),
  packageId: z.string(),
  title: z.string(),
  serviceType: ServiceType,
  status: SubscriptionStatus,
  /** The price of the payment that is due, or else of the next one. */
  price: Price,
  /** The monthly price once a discount has run out; null if it is the same. */
  laterPrice: Price.nullable(),
  /** When Stripe charges next, or would have charged if the subscription had not been cancelled. */
  renewsAt: z.iso.datetime().nullable(),
  cancelsAtPeriodEnd: z.boolean(),
  /** Sessions can be booked until this time, even if the next month is never paid for; null once it has passed. */
  usableUntil: z.iso.datetime().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Subscription = z.infer<typeof Subscription>

export const tooManyDeclined =
  'Too many cards have been declined. Wait 15 minutes before you try again, or ask your bank.'

const params = z.strictObject({ subscriptionId: z.uuid() })

export const listSubscriptions = endpoint('GET /api/subscriptions', {
  summary: 'List every subscription the member has ever paid for, newest first, on one page',
  access: 'member',
  response: z.array(Subscription),
})

export const cancelSubscription = endpoint('POST /api/subscriptions/:subscriptionId/cancellation', {
  summary: 'Cancel a subscription, which then ends after the month that’s already paid for',
  access: 'member',
  params,
  response: Subscription,
  message: 'Your subscription is cancelled. You won’t be charged again.',
  refusals: { ...ownRefusals, 'subscription-ended': 'This subscription has already ended.' },
})

/** Replaces the usual message if the subscription does not exist at Stripe. */
export const lostMessage =
  'Your subscription has ended. Our payment provider no longer recognises it. We’re looking into it, and if your card is charged anyway, we’ll refund you.'

export const resumeSubscription = endpoint('DELETE /api/subscriptions/:subscriptionId/cancellation', {
  summary: 'Undo a cancellation before the paid month ends',
  access: 'member',
  params,
  response: Subscription,
  message: 'Your subscription will continue.',
  refusals: {
    ...liveRefusals,
    'no-card': 'We no longer have a card for this subscription. Choose one first.',
  },
})

/** How the browser loads the payment provider's library. */
export const ProviderSettings = z.object({
  /** In sandbox mode nothing is charged, and the page says so. */
  mode: z.enum(['sandbox', 'stripe']),
  publishableKey: z.string(),
  /** Null if the Stripe library loads its usual browser script. */
  scriptUrl: z.url().nullable(),
})

/** The browser needs this for a card form or a 3-D Secure check. */
const BrowserSecret = z.object({ clientSecret: z.string(), provider: ProviderSettings })

export const startCardUpdate = endpoint('POST /api/subscriptions/:subscriptionId/card', {
  summary: 'Start a card update and return the client secret with which the browser sets up the card',
  access: 'member',
  params,
  response: BrowserSecret,
  refusals: { ...liveRefusals, 'cards-declined': tooManyDeclined },
})

export const finishCardUpdate = endpoint('PUT /api/subscriptions/:subscriptionId/card', {
  summary: 'Switch to the card that was set up, and use it to pay any month that’s due',
  access: 'member',
  params,
  /**
   * Stripe's id for the card setup made in the browser. We do not trust the browser, so we read the setup from Stripe.
   */
  body: z.strictObject({ setupIntentId: z.string().min(1, 'Enter your card details first').max(255) }),
  response: Subscription,
  message: 'Your card has been updated.',
  refusals: {
    ...liveRefusals,
    'cards-declined': tooManyDeclined,
    'card-not-set-up': 'This card wasn’t accepted. Try again or use another card.',
    'card-declined': 'Your card is saved, but the payment that’s due was declined. Use another card.',
    'payment-requires-action': 'Your card is saved. Your bank wants you to confirm the payment that’s due.',
    'payment-at-bank':
      'Your card is saved. Your bank is still processing the payment that’s due. You don’t need to do anything: we’ll email you if it fails.',
  },
})

export const startDuePayment = endpoint('POST /api/subscriptions/:subscriptionId/payment', {
  summary: 'Start paying the month that’s due in the browser, where the bank may require 3-D Secure',
  access: 'member',
  params,
  /**
   * Stripe's id for the card that is charged each month; null if the payment already has a card and is waiting for 3-D
   * Secure.
   */
  response: BrowserSecret.extend({ cardId: z.string().nullable(), price: Price }),
  refusals: {
    ...liveRefusals,
    'nothing-due': 'There’s nothing to pay. This month has already been paid for.',
    'payment-processing': 'Your bank is processing this payment. We’ll email you if it fails.',
    'no-card': 'We don’t have a card to charge. Choose “Update your card” under My Packages.',
    'cards-declined': tooManyDeclined,
  },
})

export const confirmDuePayment = endpoint('POST /api/subscriptions/:subscriptionId/confirmation', {
  summary: 'Sync a subscription with Stripe',
  access: 'member',
  params,
  response: Subscription,
  refusals: knownRefusals,
})
