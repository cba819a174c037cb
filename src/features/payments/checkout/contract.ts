import { z } from 'zod'
import { MarketId, Price, packageNotFound, ServiceType } from '#features/catalogue/contract.ts'
import { Purchase, purchaseNotFound, StartChoice } from '#features/purchases/contract.ts'
import { DiscountRefusal, discountRefusals } from '#features/purchases/discounts/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { text } from '#platform/shared/text.ts'
import { CardId, cardRefusals } from '../cards/contract.ts'
import { ageBlockers, GuardianConsent } from '../guardians/contract.ts'
import { ProviderSettings, tooManyDeclined } from '../subscriptions/contract.ts'
import { Buyer, consumer, requireCountry } from './contract/buyer.ts'

/** The checkout shows these amounts and the purchase stores them. The browser never calculates amounts itself. */
export const Quote = z.object({
  package: z.object({
    id: z.string(),
    version: z.int(),
    title: z.string(),
    description: z.string(),
    features: z.array(z.string()),
    serviceType: ServiceType,
    duration: z.string(),
    billing: z.enum(['once', 'monthly']),
  }),
  /** With the discount, if there is one. */
  price: Price,
  /** What a code takes off the price before tax (PRODUCT D27); of a subscription, for some months or all. */
  discount: z.object({ code: z.string(), amount: MinorUnits, months: z.int().nullable(), fullPrice: Price }).nullable(),
  /** Why the code that was asked for takes nothing off. */
  discountRefusal: DiscountRefusal.nullable(),
  /** The text the buyer accepts with "Start today" (PRODUCT D19). Its version is stored with the choice. */
  consents: z.object({ version: z.string(), acknowledgement: z.string() }),
  /** The start date if the buyer chooses "later": midnight in London after the last day to cancel. */
  startsLaterAt: z.iso.datetime(),
  /** Null unless monthly: who charges the card, and the second charge date if the member pays now. */
  renewal: z.object({ chargedBy: z.string(), nextChargeAt: z.iso.datetime() }).nullable(),
  /** True if the member already has this subscription: a second one is refused. False if not logged in. */
  isSubscribed: z.boolean(),
  /** The end of the member's current package of this kind; a new purchase starts then. Null if not logged in. */
  runsUntil: z.iso.datetime().nullable(),
  /**
   * The member's package that this one can replace. It ends when this one is paid, and its unused value is refunded to
   * the original payment method. Null if there is none, or if not logged in.
   */
  upgrade: z
    .object({
      purchaseId: z.uuid(),
      packageTitle: z.string(),
      credit: MinorUnits,
      currency: Currency,
      /** Number of upcoming bookings on the old package, which are cancelled when it ends. */
      upcomingSessions: z.int(),
    })
    .nullable(),
  /** True if the buyer must say whether they are under 18; if so, a guardian must consent (PRODUCT D24). */
  asksForAge: z.boolean(),
  /** Null unless the package asks for the age and the member's profile names a guardian. */
  guardian: GuardianConsent.nullable(),
  provider: ProviderSettings,
})
export type Quote = z.infer<typeof Quote>

const quoteParams = z.strictObject({ market: MarketId, packageId: z.string().max(100) })

/** As the buyer typed it. Anything may be typed, and what is no code is refused as unknown. */
const discountCode = text({ max: 100 })

const quoteQuery = z.strictObject({ code: discountCode.optional() })

export const getQuote = endpoint('GET /api/quotes/:market/:packageId', {
  summary: 'Get a package’s price and terms in a market',
  access: 'public',
  params: quoteParams,
  query: quoteQuery,
  response: Quote,
  refusals: { 'package-not-found': packageNotFound },
})

export const getMemberQuote = endpoint('GET /api/quotes/:market/:packageId/member', {
  summary: 'Get the member’s quote, with the end date of this package if they already own it',
  access: 'member',
  params: quoteParams,
  query: quoteQuery,
  response: Quote,
  refusals: { 'package-not-found': packageNotFound },
})

/** Reasons why a buyer cannot pay before choosing a start. The form shows the same text next to the choice. */
export const startBlockers = {
  'start-needed': 'Choose when your package starts.',
  'acknowledgement-needed': 'Tick this to start today, or choose the later date.',
} as const
export type StartBlocker = keyof typeof startBlockers

/** A discount that was shown no longer applies, so the buyer must see the new total first. */
const lostDiscounts = Object.fromEntries(
  Object.entries(discountRefusals).map(([reason, sentence]) => [
    reason,
    `${sentence} Check the new total, then press “Pay” again.`,
  ]),
) as Record<DiscountRefusal, string>

export const startPurchase = endpoint('POST /api/purchases', {
  summary: 'Start a purchase and return the client secret with which the browser confirms its payment',
  access: 'member',
  body: z
    .strictObject({
      packageId: z.string().max(100),
      packageVersion: z.int(),
      market: MarketId,
      /** Compared with the server's total, but never charged. A difference is refused with `price-changed`. */
      expectedTotal: z.int(),
      /**
       * The end date of the member's current package as shown on the page. The order is refused if it now ends later.
       */
      runsUntil: z.iso.datetime().nullable().default(null),
      /** Set after `payment-at-bank` if the member chooses to cancel the other payment and pay here. */
      cancelsOther: z.boolean().default(false),
      consents: z.strictObject({
        version: z.string().max(40),
        /** Null is refused with `start-needed`. A business is not asked. */
        start: StartChoice.nullable().default(null),
        acknowledged: z.boolean().default(false),
        /**
         * The date shown for 'later'. If it has changed since because midnight has passed, the order is refused with
         * `price-changed`.
         */
        startsLaterAt: z.iso.datetime().nullable().default(null),
      }),
      /** Refused if it no longer takes anything off. */
      discountCode: discountCode.nullable().default(null),
      buyer: Buyer.default(consumer),
      /** The package to replace. The credit is only compared with the server's figure. */
      upgrade: z.strictObject({ purchaseId: z.uuid(), expectedCredit: z.int() }).nullable().default(null),
      /** Required if the package asks for the buyer's age. */
      isUnder18: z.boolean().nullable().default(null),
      /** The saved card to pay with; null if the browser has another one. */
      cardId: CardId.nullable().default(null),
    })
    .superRefine(requireCountry),
  response: z.object({ purchase: Purchase, clientSecret: z.string() }),
  refusals: {
    'package-not-found': packageNotFound,
    'price-changed':
      'The price or terms have changed since you opened this page. Check the new amount, then try paying again.',
    'upgrade-changed':
      'The refund for your old package has changed since you opened this page. Check the new amount, then try paying again.',
    'upgrade-starts-now':
      'Your new package replaces the old one straight away. Choose “Start today”, or buy it and keep the old one.',
    'already-owned': 'You already have this package. To buy it again, check the start date and press “Pay” again.',
    'already-subscribed': 'You already have this subscription. You’ll find it under My Packages.',
    ...startBlockers,
    ...lostDiscounts,
    ...ageBlockers,
    'already-paid': 'You’ve just paid for this package. It’s under My Packages.',
    'payment-at-bank':
      'Another payment for this package is waiting for you to approve it with your bank. Approve it there, or press “Pay” again to pay here instead: we’ll cancel the other payment, so you’re only charged once.',
    'payment-processing': 'Your last payment for this package is still being processed. Wait a moment, then try again.',
    'uk-buyer-pays-pounds': 'In the United Kingdom, you pay in pounds. Choose “Continue in pounds”.',
    'not-open-yet': 'We’re not taking orders yet. Come back soon, or message us and we’ll tell you when we are.',
    'no-consultant-available':
      'This package isn’t on sale yet: we’re still looking for a consultant. You haven’t been charged. Message us and we’ll tell you when you can buy it.',
    ...cardRefusals,
    'cards-declined': tooManyDeclined,
    'provider-unavailable': {
      status: 503,
      message: 'We can’t reach our payment provider. Try again in a minute: you won’t be charged twice.',
    },
  },
})

export const cancelPurchase = endpoint('POST /api/purchases/:purchaseId/cancellation', {
  summary: 'Cancel an unfinished payment, if Stripe still allows it',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase,
  message: 'We’ve cancelled your payment. You haven’t been charged.',
  refusals: {
    'purchase-not-found': purchaseNotFound,
    'already-paid': 'This payment has gone through, so it can’t be cancelled here. Your package is under My Packages.',
    'payment-processing':
      'Your bank is processing this payment, so it can’t be cancelled right now. Wait until the bank has finished.',
    'provider-unavailable': {
      status: 503,
      message: 'We can’t reach our payment provider, so your payment hasn’t been cancelled yet. Try again in a minute.',
    },
  },
})

export const confirmPurchase = endpoint('POST /api/purchases/:purchaseId/confirmation', {
  summary: 'Sync a purchase with its payment in Stripe',
  access: 'member',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: Purchase.extend({
    /** True if Stripe has not taken any money and no bank is deciding, so the member can start the payment again. */
    isOpen: z.boolean(),
  }),
  refusals: {
    'purchase-not-found': purchaseNotFound,
    'provider-unavailable': { status: 503, message: 'We’re checking your payment. You can leave this page.' },
  },
})
