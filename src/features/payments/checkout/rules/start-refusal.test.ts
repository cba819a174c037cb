import { expect, test } from 'vitest'
import type { Quote } from '../contract.ts'
import { findStartRefusal } from './start-refusal.ts'

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

/** Each fault breaks one thing, from the lowest priority to the highest. */
const faults: [reason: string, isWithQuote: boolean, spoil: (asked: Asked) => Asked][] = [
  ['age-needed', true, (asked) => ({ ...asked, request: { ...asked.request, isUnder18: null } })],
  ['acknowledgement-needed', false, (asked) => withConsents(asked, { acknowledged: false })],
  ['upgrade-starts-now', false, (asked) => withConsents(asked, { start: 'later' })],
  ['upgrade-changed', true, (asked) => withQuote(asked, { upgrade: { ...upgrade, credit: 800 } as Quote['upgrade'] })],
  ['already-owned', true, (asked) => ({ ...asked, lookedUp: { ...asked.lookedUp, owned: 'already-owned' } })],
  ['price-changed', true, (asked) => ({ ...asked, request: { ...asked.request, expectedTotal: 1 } })],
  ['already-subscribed', false, (asked) => withQuote(asked, { isSubscribed: true })],
  ['not-open-yet', false, (asked) => ({ ...asked, lookedUp: { ...asked.lookedUp, notForSale: 'not-open-yet' } })],
  ['uk-buyer-pays-pounds', false, (asked) => withQuote(asked, { price: { ...quote.price, market: 'international' } })],
]

type Asked = { request: Request; quote: Quote; lookedUp: Parameters<typeof findStartRefusal>[2] }

const sound: Asked = { request, quote, lookedUp: { notForSale: null, owned: null } }

function withConsents(asked: Asked, changes: Partial<Request['consents']>): Asked {
  return { ...asked, request: { ...asked.request, consents: { ...asked.request.consents, ...changes } } }
}

function withQuote(asked: Asked, changes: Partial<Quote>): Asked {
  return { ...asked, quote: { ...asked.quote, ...changes } }
}

function judge({ request, quote, lookedUp }: Asked) {
  return findStartRefusal(request, quote, lookedUp)
}

test('a request that matches the offer is not refused', () => {
  expect(judge(sound)).toBeUndefined()
})

test.each(faults)('refuses with %s and includes the new quote: %s', (reason, isWithQuote, spoil) => {
  const asked = spoil(sound)
  expect(judge(asked)).toEqual({ reason, detail: isWithQuote ? asked.quote : undefined })
})

test('the reason with the highest priority wins if several apply', () => {
  const told: unknown[] = []
  faults.reduce((asked, [, , spoil]) => {
    const worse = spoil(asked)
    told.push(judge(worse)?.reason)
    return worse
  }, sound)
  expect(told).toEqual(faults.map(([reason]) => reason))
})
