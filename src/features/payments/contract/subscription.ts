import { z } from 'zod'
import { Price, ServiceType } from '#features/catalogue/contract.ts'
import { SubscriptionStatus } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const notFound = { status: 404, message: 'This subscription was not found.' } as const
const away = {
  status: 503,
  message: 'Our payment provider cannot be reached. Please try again in a minute.',
} as const

const unknown =
  'Our payment provider does not know this subscription, so nothing was changed. We have been told of it. If you would rather not wait, you can cancel the subscription.'

/** A monthly package as its member sees it. */
export const Subscription = z.object({
  id: z.uuid(),
  packageId: z.string(),
  title: z.string(),
  serviceType: ServiceType,
  status: SubscriptionStatus,
  /** What each month costs, as it was agreed. */
  price: Price,
  /** When the provider charges again, or would if it were not cancelled. */
  renewsAt: z.iso.datetime().nullable(),
  cancelsAtPeriodEnd: z.boolean(),
  /** Until when what is paid may be used. */
  paidUntil: z.iso.datetime().nullable(),
  /** While a renewal is unpaid: until when the package may be used all the same. Null once that is over. */
  graceUntil: z.iso.datetime().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Subscription = z.infer<typeof Subscription>

export const tooManyDeclined =
  'Too many cards were declined. Please wait a quarter of an hour before you try again, or ask your bank.'

const params = z.strictObject({ subscriptionId: z.uuid() })

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions',
  summary: 'The subscriptions of the member that were ever paid, newest first; few, so all of them',
  access: 'member',
  response: z.array(Subscription),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:subscriptionId/cancellation',
  summary: 'No further month: the paid one stays',
  access: 'member',
  params,
  response: Subscription,
  message: 'Your subscription is cancelled. Nothing more will be charged.',
  refusals: {
    'subscription-not-found': notFound,
    'subscription-ended': 'This subscription has ended already.',
    'provider-away': away,
  },
})

/** What is said in place of that where the provider does not know the subscription. */
export const lostMessage =
  'Your subscription has ended. Our payment provider does not know it any more: we look after it, and if your card is charged all the same you get it back.'

export const resumeSubscription = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/:subscriptionId/cancellation',
  summary: 'Take the cancellation back while the paid month runs',
  access: 'member',
  params,
  response: Subscription,
  message: 'Your subscription goes on.',
  refusals: {
    'subscription-not-found': notFound,
    'subscription-ended': 'This subscription has ended. You can buy it again.',
    'subscription-unknown': unknown,
    'provider-away': away,
  },
})

/** What the browser needs to ask for a card, or for a confirmation at the bank. */
const BrowserSecret = z.object({
  clientSecret: z.string(),
  provider: z.object({
    mode: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string(),
    scriptUrl: z.url().nullable(),
  }),
})

export const startCardUpdate = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:subscriptionId/card',
  summary: 'Begin to give another card: the secret with which the browser sets it up',
  access: 'member',
  params,
  response: BrowserSecret,
  refusals: {
    'subscription-not-found': notFound,
    'subscription-ended': 'This subscription has ended. You can buy it again.',
    'subscription-unknown': unknown,
    'cards-declined': tooManyDeclined,
    'provider-away': away,
  },
})

export const finishCardUpdate = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/:subscriptionId/card',
  summary: 'Use the card that was set up, and pay with it what is due',
  access: 'member',
  params,
  /** The provider's number of what the browser set up; read back there and never believed. */
  body: z.strictObject({ setupIntentId: z.string().min(1, 'Please enter a card first').max(255) }),
  response: Subscription,
  message: 'Your card is changed.',
  refusals: {
    'subscription-not-found': notFound,
    'subscription-ended': 'This subscription has ended. You can buy it again.',
    'cards-declined': tooManyDeclined,
    'card-not-set-up': 'This card was not accepted. Please try again, or use another card.',
    'card-declined': 'Your card is saved, but the payment that is due was declined. Please use another card.',
    'payment-needs-you': 'Your card is saved. Your bank wants you to confirm the payment that is due.',
    'payment-at-bank':
      'Your card is saved. Your bank is still working on the payment that is due: you need not do anything, and get an email if it fails.',
    'subscription-unknown': unknown,
    'provider-away': away,
  },
})

export const startDuePayment = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:subscriptionId/payment',
  summary: 'Pay the month that is due here: for a bank that wants its customer to confirm',
  access: 'member',
  params,
  /** The provider's name of the card that pays the months; null where the bank that waits for its customer knows it. */
  response: BrowserSecret.extend({ cardId: z.string().nullable(), price: Price }),
  refusals: {
    'subscription-not-found': notFound,
    'subscription-ended': 'This subscription has ended. You can buy it again.',
    'subscription-unknown': unknown,
    'nothing-due': 'Nothing is due. Your subscription is paid.',
    'payment-processing': 'Your bank is working on this payment. You get an email if it fails.',
    'no-card': 'There is no card left to pay with. Please choose "Update your card" under My Packages.',
    'cards-declined': tooManyDeclined,
    'provider-away': away,
  },
})

export const confirmDuePayment = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:subscriptionId/confirmation',
  summary: 'Ask the provider how the subscription stands, and bring it up to date',
  access: 'member',
  params,
  response: Subscription,
  refusals: { 'subscription-not-found': notFound, 'subscription-unknown': unknown, 'provider-away': away },
})
