import type { SavedCard } from '#features/payments/cards/contract.ts'
import type { Quote } from '#features/payments/checkout/contract.ts'
import type { Purchase } from '#features/purchases/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'

const amounts = {
  market: 'uk',
  currency: 'GBP',
  net: minorUnits(9_900),
  taxRateBasisPoints: 2_000,
  taxLabel: 'VAT (20%)',
  tax: minorUnits(1_980),
  total: minorUnits(11_880),
} as const

/** A purchase as the confirmation page gets it. Other endpoints use some of its fields. */
export function purchase(changes: Partial<Purchase> = {}): Purchase & { isOpen: boolean } {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000aa',
    reference: 'fw-2026-000042',
    packageId: 'my-future-basic',
    packageTitle: 'MY FUTURE WEEK',
    purchaseDate: '2026-03-02T10:00:00.000Z',
    status: 'completed',
    discount: null,
    refunded: minorUnits(0),
    isProcessing: false,
    upgrade: null,
    subscriptionId: null,
    entitlementId: '0196b3a0-0000-4000-8000-0000000000ee',
    startsAt: '2026-03-02T10:00:00.000Z',
    endsAt: '2026-03-09T10:00:00.000Z',
    startsLater: false,
    isOpen: false,
    ...amounts,
    ...changes,
  }
}

/** The price of the same package in dollars. */
export const dollarAmounts = {
  market: 'international',
  currency: 'USD',
  net: minorUnits(9_900),
  taxRateBasisPoints: 1_000,
  taxLabel: 'Tax',
  tax: minorUnits(990),
  total: minorUnits(10_890),
} as const

export function quote(changes: Partial<Quote> = {}): Quote {
  return {
    package: {
      id: 'my-future-basic',
      version: 3,
      title: 'MY FUTURE WEEK',
      description: 'One focused week.',
      features: ['A career roadmap', 'A résumé review'],
      serviceType: 'MY_FUTURE',
      duration: '1 week',
      billing: 'once',
    },
    price: amounts,
    discount: null,
    discountRefusal: null,
    consents: { version: '2026-03', acknowledgement: 'I lose the right to cancel.' },
    startsLaterAt: '2026-03-17T00:00:00.000Z',
    renewal: null,
    isSubscribed: false,
    runsUntil: null,
    upgrade: null,
    // Only tests about this question turn it on.
    asksForAge: false,
    guardian: null,
    provider: { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null },
    ...changes,
  }
}

/** A card that the member has chosen to keep. */
export function savedCard(changes: Partial<SavedCard> = {}): SavedCard {
  return {
    id: 'pm_visa',
    brand: 'visa',
    last4: '4242',
    expiryMonth: 4,
    expiryYear: 2029,
    isExpired: false,
    isDefault: false,
    isOffered: true,
    subscriptions: [],
    ...changes,
  }
}
