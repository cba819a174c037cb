import type { Subscription } from '#features/payments/subscriptions/contract.ts'
import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'

export function owned(changes: Partial<OwnedPackage> = {}): OwnedPackage {
  return {
    id: '0196b3a0-0000-4000-8000-000000000001',
    purchaseId: null,
    reference: null,
    packageId: 'my-future-basic',
    title: 'MY FUTURE WEEK',
    description: 'One focused week.',
    serviceType: 'MY_FUTURE',
    duration: '1 week',
    image: '/images/my-future.svg',
    state: 'active',
    startsAt: '2026-03-02T10:00:00.000Z',
    endsAt: '2026-03-09T10:00:00.000Z',
    isUsable: true,
    notice: null,
    subscription: null,
    ...changes,
  }
}

export function subscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000cc',
    packageId: 'my-future-pro',
    title: 'MY FUTURE X',
    serviceType: 'MY_FUTURE',
    status: 'active',
    laterPrice: null,
    price: {
      market: 'uk',
      currency: 'GBP',
      net: minorUnits(2_900),
      taxRateBasisPoints: 2_000,
      taxLabel: 'VAT (20%)',
      tax: minorUnits(580),
      total: minorUnits(3_480),
    },
    renewsAt: '2026-12-21T10:00:00.000Z',
    cancelsAtPeriodEnd: false,
    usableUntil: '2026-12-21T10:00:00.000Z',
    card: { brand: 'visa', last4: '4242' },
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: null,
    ...changes,
  }
}
