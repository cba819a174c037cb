import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test.each([
  ['my-future-basic', 'uk', 'GBP', 9_900, 1_980, 11_880],
  ['study-world-pro', 'uk', 'GBP', 19_900, 3_980, 23_880],
  ['my-future-pro', 'uk', 'GBP', 2_900, 580, 3_480],
  ['my-future-basic', 'international', 'USD', 9_900, 990, 10_890],
  ['biz-future-pro', 'international', 'USD', 19_900, 1_990, 21_890],
  ['my-future-pro', 'international', 'USD', 2_900, 290, 3_190],
])(
  'the quote for %s in the %s market has net, tax and total amounts',
  async (packageId, market, currency, net, tax, total) => {
    const { status, body } = await app.visitor.get(`/api/quotes/${market}/${packageId}`)
    expect(status).toBe(200)
    expect(body.data.price).toMatchObject({ market, currency, net, tax, total })
    expect(body.data.package).toMatchObject({ id: packageId, version: 1 })
  },
)

test('a quote has the consent text, the later start date and the sandbox provider settings', async () => {
  const { body } = await app.visitor.get('/api/quotes/uk/my-future-basic')
  expect(body.data.consents).toMatchObject({ acknowledgement: expect.stringContaining('14-day cancellation period') })
  expect(Date.parse(body.data.startsLaterAt) - app.clock.now().getTime()).toBeGreaterThan(13.9 * 86_400_000)
  expect(body.data.provider).toEqual({
    mode: 'sandbox',
    publishableKey: app.keys.publishableKey,
    scriptUrl: `${app.sandbox.url}/stripe.js`,
  })
})

test('the quote for a subscription says who charges the card and when the next charge is', async () => {
  const ada = await app.quickMember()
  const { body } = await app.visitor.get('/api/quotes/uk/my-future-pro')
  expect(body.data.renewal.chargedBy).toBe((await app.visitor.get('/api/company')).body.data.brandName)
  const { id } = await subscribe(app, ada)
  const [subscription] = await app.rows('select period_ends_at from subscription where id = $1', id)
  const difference = Date.parse(body.data.renewal.nextChargeAt) - Number(subscription?.period_ends_at)
  expect(Math.abs(difference)).toBeLessThan(60_000)
  expect((await app.visitor.get('/api/quotes/uk/my-future-basic')).body.data.renewal).toBeNull()
})

test.each(['/api/quotes/uk/nothing', '/api/quotes/uk/__proto__', '/api/quotes/uk/MY-FUTURE-BASIC'])(
  'there is no quote for an unknown package: %s',
  async (url) => {
    const { status, body } = await app.visitor.get(url)
    expect([status, body.code, body.message]).toEqual([
      404,
      'package-not-found',
      'Package not found. Please select a package first.',
    ])
  },
)

test.each(['/api/quotes/france/my-future-basic', `/api/quotes/uk/${'x'.repeat(150)}`, '/api/quotes/uk/a%00b'])(
  'a quote request with invalid input is refused: %s',
  async (url) => {
    const { status, body } = await app.visitor.get(url)
    expect([status, body.code]).toEqual([400, 'invalid-input'])
  },
)
