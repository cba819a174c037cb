import { expect, test } from 'vitest'
import { priceIn } from '#features/catalogue/rules.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { codeDraft } from '#tests/support/given/discount-codes.ts'
import {
  countMonths,
  type DiscountFacts,
  type DiscountTerms,
  decideDiscount,
  decideDiscountState,
  discountOn,
  leavesEnough,
  priceOfMonth,
} from './rules.ts'

const uk = { id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' } as const
const international = { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' } as const

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const now = at('2026-04-10')

function terms(changes: Partial<DiscountTerms> = {}): DiscountTerms {
  return { ...codeDraft(), validFrom: null, validUntil: null, isPaused: false, ...changes }
}

function facts(changes: Partial<DiscountTerms> = {}, others: Partial<DiscountFacts> = {}): DiscountFacts {
  return {
    terms: terms(changes),
    offer: { id: 'my-future-basic' },
    price: priceIn(uk, minorUnits(9_900)),
    uses: { inAll: 0, byBuyer: 0 },
    hasBought: false,
    now,
    ...others,
  }
}

const amounts = (ofUk: number | null, ofInternational: number | null = null) => ({
  percentage: null,
  amounts: { uk: ofUk, international: ofInternational },
})

test.each([
  // Tax is rounded half up once, on the price that the discount leaves.
  [uk, 9_900, { percentage: 20 }, { discount: 1_980, net: 7_920, tax: 1_584, total: 9_504 }],
  [uk, 9_900, { percentage: 33 }, { discount: 3_267, net: 6_633, tax: 1_327, total: 7_960 }],
  [uk, 9_950, { percentage: 15 }, { discount: 1_493, net: 8_457, tax: 1_691, total: 10_148 }],
  [uk, 9_900, { percentage: 99 }, { discount: 9_801, net: 99, tax: 20, total: 119 }],
  [uk, 9_900, amounts(1_000), { discount: 1_000, net: 8_900, tax: 1_780, total: 10_680 }],
  [international, 9_900, amounts(1_000, 1_205), { discount: 1_205, net: 8_695, tax: 870, total: 9_565 }],
] as const)('in %o, %i less %o is taxed after the discount', (market, net, discount, expected) => {
  const decision = decideDiscount(facts(discount, { price: priceIn(market, minorUnits(net)) }))
  expect(decision).toMatchObject({
    discount: expected.discount,
    price: { currency: market.currency, net: expected.net, tax: expected.tax, total: expected.total },
  })
  expect(expected.net + expected.discount).toBe(net)
  expect(expected.net + expected.tax).toBe(expected.total)
})

const noon = { validFrom: at('2026-04-10'), validUntil: at('2026-04-11') }

test.each<[string, Partial<DiscountTerms>, Partial<DiscountFacts>, string | undefined]>([
  ['a paused code', { isPaused: true }, {}, 'discount-paused'],
  ['a code from its first moment', noon, {}, undefined],
  ['a code a moment before', noon, { now: new Date(now.getTime() - 1) }, 'discount-not-valid-yet'],
  ['a code in its last moment', noon, { now: new Date(at('2026-04-11').getTime() - 1) }, undefined],
  ['a code from its end', noon, { now: at('2026-04-11') }, 'discount-expired'],
  ['a package on the list', { packageIds: ['x', 'my-future-basic'] }, {}, undefined],
  ['a package not on the list', { packageIds: ['x'] }, {}, 'discount-not-for-package'],
  ['a market without an amount', amounts(null, 1_000), {}, 'discount-not-for-market'],
  ['a price that has fallen below the amount', amounts(9_900), {}, 'discount-not-for-package'],
  ['a buyer who bought before', { isForNewMembers: true }, { hasBought: true }, 'discount-new-members-only'],
  ['a new member', { isForNewMembers: true }, {}, undefined],
  ['the last use', { maxUses: 3 }, { uses: { inAll: 2, byBuyer: 2 } }, undefined],
  ['one use too many', { maxUses: 3 }, { uses: { inAll: 3, byBuyer: 0 } }, 'discount-used-up'],
  ['the last use per person', { maxUsesPerMember: 2 }, { uses: { inAll: 9, byBuyer: 1 } }, undefined],
  ['a second use', { maxUsesPerMember: 1 }, { uses: { inAll: 1, byBuyer: 1 } }, 'discount-used-by-you'],
])('%s: refused or not', (_, changed, others, refusal) => {
  expect(decideDiscount(facts(changed, others)).refusal).toBe(refusal)
})

test.each([
  // 0.42 and 0.08 of tax are exactly what the provider takes.
  [9_900, 9_858, true],
  [9_900, 9_859, false],
  [9_900, 9_900, false],
  [9_900, 10_000, false],
])('%i less %i leaves enough to charge: %s', (net, discount, isEnough) => {
  expect(leavesEnough(priceIn(uk, minorUnits(net)), minorUnits(discount))).toBe(isEnough)
})

test.each([
  [null, 0, 2_784],
  [null, 99, 2_784],
  [2, 0, 2_784],
  [2, 1, 2_784],
  [2, 2, 3_480],
])('with a discount for %s months, month %i costs %i', (months, month, total) => {
  const fullPrice = priceIn(uk, minorUnits(2_900))
  expect(priceOfMonth({ fullPrice, discount: { amount: minorUnits(580), months } }, month).total).toBe(total)
  expect(priceOfMonth({ fullPrice, discount: null }, month).total).toBe(3_480)
})

test.each(['2026-01-31T23:30:00Z', '2026-02-28T00:00:00Z', '2027-10-31T12:00:00Z'])(
  'months that begin on %s are counted over short months and clock changes',
  (start) => {
    const from = new Date(start)
    for (let month = 0; month <= 60; month += 1) {
      const charged = new Date(from)
      charged.setUTCDate(1)
      charged.setUTCMonth(from.getUTCMonth() + month)
      const lastDay = new Date(Date.UTC(charged.getUTCFullYear(), charged.getUTCMonth() + 1, 0)).getUTCDate()
      charged.setUTCDate(Math.min(from.getUTCDate(), lastDay))
      expect(countMonths(from, charged)).toBe(month)
      // Our record was made up to a day before Stripe's.
      expect(countMonths(new Date(from.getTime() - 23 * 3_600_000), charged)).toBe(month)
    }
  },
)

test('a code without an amount for the market takes nothing off', () => {
  expect(discountOn(terms(amounts(null, 500)), priceIn(uk, minorUnits(9_900)))).toBeNull()
})

test.each<[Partial<DiscountTerms>, number, string]>([
  [{}, 0, 'active'],
  [{ isPaused: true, validUntil: at('2026-01-01') }, 0, 'paused'],
  [{ validUntil: now }, 0, 'ended'],
  [{ validFrom: at('2026-05-01') }, 0, 'scheduled'],
  [{ maxUses: 2 }, 2, 'used-up'],
])('a code with %j and %i uses is %s', (changes, uses, state) => {
  expect(decideDiscountState(terms(changes), { uses, now })).toBe(state)
})
