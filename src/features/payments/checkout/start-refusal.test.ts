import { expect, test } from 'vitest'
import type { Quote } from './contract.ts'
import { findStartRefusal } from './rules.ts'

type Request = Parameters<typeof findStartRefusal>[0]

const upgrade = { purchaseId: 'old', credit: 900 }
const quote = {
  package: { version: 1 },
  price: { market: 'uk', total: 11_880 },
  consents: { version: '2026-11' },
  startsLaterAt: '2026-12-06T00:00:00.000Z',
  isSubscribed: false,
  asksForAge: true,
  guardian: null,
  upgrade,
} as Quote
const request = {
  packageVersion: 1,
  expectedTotal: 11_880,
  consents: { version: '2026-11', start: 'today', acknowledged: true, startsLaterAt: null },
  buyer: { kind: 'consumer', country: 'GB' },
  upgrade: { purchaseId: 'old', expectedCredit: 900 },
  isUnder18: false,
} as Request

/** Ways to break a valid order, each with the refusal it leads to, from lowest to highest priority. */
const faults: [reason: string, isWithQuote: boolean, breakOrder: (order: Order) => Order][] = [
  ['age-needed', true, (order) => ({ ...order, request: { ...order.request, isUnder18: null } })],
  ['acknowledgement-needed', false, (order) => withConsents(order, { acknowledged: false })],
  ['upgrade-starts-now', false, (order) => withConsents(order, { start: 'later' })],
  ['upgrade-changed', true, (order) => withQuote(order, { upgrade: { ...upgrade, credit: 800 } as Quote['upgrade'] })],
  ['already-owned', true, (order) => ({ ...order, saleState: { ...order.saleState, owned: 'already-owned' } })],
  ['price-changed', true, (order) => ({ ...order, request: { ...order.request, expectedTotal: 1 } })],
  ['discount-used-by-you', true, (order) => withQuote(order, { discountRefusal: 'discount-used-by-you' })],
  ['already-paid', true, (order) => ({ ...order, saleState: { ...order.saleState, owned: 'already-paid' } })],
  ['already-subscribed', false, (order) => withQuote(order, { isSubscribed: true })],
  ['not-open-yet', false, (order) => ({ ...order, saleState: { ...order.saleState, notForSale: 'not-open-yet' } })],
  ['uk-buyer-pays-pounds', false, (order) => withQuote(order, { price: { ...quote.price, market: 'international' } })],
]

type Order = { request: Request; quote: Quote; saleState: Parameters<typeof findStartRefusal>[2] }

const validOrder: Order = { request, quote, saleState: { notForSale: null, owned: null } }

function withConsents(order: Order, changes: Partial<Request['consents']>): Order {
  return { ...order, request: { ...order.request, consents: { ...order.request.consents, ...changes } } }
}

function withQuote(order: Order, changes: Partial<Quote>): Order {
  return { ...order, quote: { ...order.quote, ...changes } }
}

function findRefusal({ request, quote, saleState }: Order) {
  return findStartRefusal(request, quote, saleState)
}

test('a request that matches the offer is not refused', () => {
  expect(findRefusal(validOrder)).toBeUndefined()
})

test.each(faults)('refuses with %s and includes the new quote: %s', (reason, isWithQuote, breakOrder) => {
  const order = breakOrder(validOrder)
  expect(findRefusal(order)).toEqual({ reason, detail: isWithQuote ? order.quote : undefined })
})

test('if several refusals apply, the one with the highest priority is returned', () => {
  const reasons: unknown[] = []
  faults.reduce((order, [, , breakOrder]) => {
    const brokenOrder = breakOrder(order)
    reasons.push(findRefusal(brokenOrder)?.reason)
    return brokenOrder
  }, validOrder)
  expect(reasons).toEqual(faults.map(([reason]) => reason))
})
