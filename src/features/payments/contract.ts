import { z } from 'zod'
import { MarketId, Price, ServiceType } from '#features/catalogue/contract.ts'
import { Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { Buyer, consumer, needCountry } from './contract/buyer.ts'
import { ageObstacles, GuardianStanding } from './contract/guardian.ts'
import { tooManyDeclined } from './contract/subscription.ts'

const packageNotFound = { status: 404, message: 'Package not found. Please select a package first.' } as const

/** What the checkout shows and the purchase stores. The browser copies these figures and computes none. */
export const Quote = z.object({
  package: z.object({
    id: z.string(),
    version: z.int(),
    title: z.string(),
    description: z.string(),
    serviceType: ServiceType,
    duration: z.string(),
    billing: z.enum(['once', 'monthly']),
  }),
  price: Price,
  /** The two boxes of PRODUCT D19, unticked. The version is stored with what was ticked. */
  consents: z.object({ version: z.string(), startNow: z.string(), acknowledgeLoss: z.string() }),
  /** When the package starts if the boxes stay empty. */
  startsLaterAt: z.iso.datetime(),
  /** Of a monthly package: who charges the card each month, and when for the second time if the first is paid now. */
  renewal: z.object({ chargedBy: z.string(), nextChargeAt: z.iso.datetime() }).nullable(),
  /** The member has this subscription already, and a second one is refused. False for whoever is not known. */
  isSubscribed: z.boolean(),
  /** Until when the member has this package already: what is bought now starts then. Null for whoever is not known. */
  runsUntil: z.iso.datetime().nullable(),
  /**
   * A package of the member that this one can be bought in place of: it ends when this one is paid, and what is not
   * used of it goes back the way it was paid. Null where there is none, and for whoever is not known.
   */
  upgrade: z
    .object({
      purchaseId: z.uuid(),
      packageTitle: z.string(),
      credit: MinorUnits,
      currency: Currency,
      /** How many sessions of it are booked and have not begun: they are cancelled when it ends. */
      comingSessions: z.int(),
    })
    .nullable(),
  /** Whether the buyer says if they are under 18, and then has a guardian's yes (PRODUCT D24). */
  asksForAge: z.boolean(),
  /** Of a member whose profile names one, where the package asks; null for all others. */
  guardian: GuardianStanding.nullable(),
  provider: z.object({
    /** Sandbox: nothing is charged, and the page says so. */
    mode: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string(),
    /** The provider's browser script, where it is not the one that the library loads by itself. */
    scriptUrl: z.url().nullable(),
  }),
})
export type Quote = z.infer<typeof Quote>

export const getQuote = endpoint({
  method: 'GET',
  path: '/api/quotes/:market/:packageId',
  summary: 'What a package costs in a market, and what has to be said before paying',
  access: 'public',
  params: z.strictObject({ market: MarketId, packageId: z.string().max(100) }),
  response: Quote,
  refusals: { 'package-not-found': packageNotFound },
})

export const getMemberQuote = endpoint({
  method: 'GET',
  path: '/api/quotes/:market/:packageId/member',
  summary: 'The same for whoever is logged in: it says until when the member has the package already',
  access: 'member',
  params: z.strictObject({ market: MarketId, packageId: z.string().max(100) }),
  response: Quote,
  refusals: { 'package-not-found': packageNotFound },
})

export const startPurchase = endpoint({
  method: 'POST',
  path: '/api/purchases',
  summary: 'Start to pay: the purchase, and the secret with which the browser confirms its payment',
  access: 'member',
  body: z
    .strictObject({
      packageId: z.string().max(100),
      packageVersion: z.int(),
      market: MarketId,
      /** Only compared with the server's figure: a difference answers `price-changed`. */
      expectedTotal: z.int(),
      /** What the page said of the package the member has already. A later end is refused. */
      runsUntil: z.iso.datetime().nullable().default(null),
      /** After `payment-at-bank`: the person would rather pay here. */
      givesUpOther: z.boolean().default(false),
      consents: z.strictObject({ version: z.string().max(40), startNow: z.boolean(), acknowledgeLoss: z.boolean() }),
      buyer: Buyer.default(consumer),
      /** In place of this package; the credit is only compared with the server's figure. */
      upgrade: z.strictObject({ purchaseId: z.uuid(), expectedCredit: z.int() }).nullable().default(null),
      /** The answer where the package asks for it. */
      isUnder18: z.boolean().nullable().default(null),
    })
    .superRefine(needCountry),
  response: z.object({ purchase: Purchase, clientSecret: z.string() }),
  refusals: {
    'package-not-found': packageNotFound,
    'price-changed': 'The price or the terms have changed since you opened this page. Please check them and pay again.',
    'upgrade-changed':
      'What you get back for your old package has changed since you opened this page. Please check it and pay again.',
    'upgrade-starts-now':
      'Your new package takes the place of the old one at once. Please tick both boxes, or buy it without giving up the old one.',
    'package-runs': 'You already have this package. If you want it once more, check the day it starts and pay again.',
    'already-subscribed': 'You already have this subscription. You find it under My Packages.',
    ...ageObstacles,
    'already-paid': 'You have just paid for this package. It is waiting under My Packages.',
    'payment-at-bank':
      'Another payment of this package is waiting for your bank. Please answer there. If you press Pay here again, that payment is given up, and only this one counts.',
    'payment-processing': 'Your last payment for this package is still being processed. Please wait a moment.',
    'uk-buyer-pays-pounds': 'From the United Kingdom you pay in pounds. Please go on to the checkout in pounds.',
    'not-open-yet': 'We do not take orders yet. Please come back soon, or write to us: we will tell you when we do.',
    'cards-declined': tooManyDeclined,
    'provider-away': {
      status: 503,
      message: 'Our payment provider cannot be reached. Please try again in a minute: you never pay twice for that.',
    },
  },
})

export const cancelPurchase = endpoint({
  method: 'POST',
  path: '/api/purchases/:purchaseId/cancellation',
  summary: 'Give up a payment that was begun and not finished: the provider decides whether it still can be',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase,
  message: 'Your payment is cancelled. Nothing was charged.',
  refusals: {
    'purchase-not-found': { status: 404, message: 'This purchase was not found.' },
    'already-paid': 'This payment has arrived, so it cannot be cancelled here. Your package is under My Packages.',
    'payment-processing': 'Your bank is working on this payment. Please wait until it is done.',
    'provider-away': {
      status: 503,
      message:
        'Our payment provider cannot be reached, so the payment is not cancelled yet. Please try again in a minute.',
    },
  },
})

export const confirmPurchase = endpoint({
  method: 'POST',
  path: '/api/purchases/:purchaseId/confirmation',
  summary: 'Ask the provider how the payment stands, and bring the purchase up to date',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase.extend({
    /** The provider has no money, nor has anybody been asked for it: the payment can be begun again. */
    isOpen: z.boolean(),
  }),
  refusals: {
    'purchase-not-found': { status: 404, message: 'This purchase was not found.' },
    'provider-away': { status: 503, message: 'We are checking your payment. You can leave this page.' },
  },
})
