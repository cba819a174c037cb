import { afterAll, expect, test } from 'vitest'
import type { Actor } from '#platform/shared/actor.ts'
import { type Member, startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { listPurchases, makeOrder } from '#tests/support/given/checkout.ts'
import { listSaleBlockers } from './sale-blockers.ts'
import { startPurchase } from './start-purchase.ts'

const app = await startApp()
afterAll(app.close)
await completeCompanyDetails(app)

test('live payments are blocked until the company details are complete', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  expect(await listSaleBlockers(app.context)).toContain('vatNumber')
  await expect(startLivePurchase(app, ada)).rejects.toThrow('not-open-yet')
  expect(await listPurchases(app, ada)).toEqual([])

  await completeCompanyDetails(app)
  expect((await startLivePurchase(app, ada)).clientSecret).toMatch(/^pi_/)
})

test('a sale in pounds needs no exchange rate', async () => {
  expect(await listSaleBlockers(app.context)).toEqual(['exchangeRate'])
  expect((await startLivePurchase(app, await app.quickMember())).clientSecret).toMatch(/^pi_/)
})

test('a missing VAT number blocks live payments only while VAT is charged', async () => {
  await using app = await startApp()
  await completeCompanyDetails(app)
  await app.rows(`update company set settings = jsonb_set(settings, '{vatNumber}', 'null')`)
  await expect(startLivePurchase(app, await app.quickMember())).rejects.toThrow('not-open-yet')

  await app.rows("update market set tax_rate_basis_points = 0 where id = 'uk'")
  expect(await listSaleBlockers(app.context)).toEqual(['exchangeRate'])
})

test('live payments are blocked only for packages without a consultant', async () => {
  const ada = await app.quickMember()
  const withoutBasic = startLivePurchase(app, ada, { unstaffed: ['my-future-basic'] })
  await expect(withoutBasic).rejects.toThrow('no-consultant-available')
  expect(await listPurchases(app, ada)).toEqual([])

  const withoutPro = await startLivePurchase(app, ada, { unstaffed: ['my-future-pro'] })
  expect(withoutPro.clientSecret).toMatch(/^pi_/)
})

async function completeCompanyDetails(app: TestApp) {
  await app.rows("update company set placeholders = '{}'")
}

/** Buys MY FUTURE WEEK in pounds as if with live keys. */
async function startLivePurchase(app: TestApp, member: Member, { unstaffed = [] as string[] } = {}) {
  const user = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.org' }
  const context = {
    ...app.context,
    provider: { ...app.provider, isLive: true },
    findUnstaffed: async () => unstaffed.map((packageId) => ({ packageId })),
    actor: { memberId: member.id, role: 'member', user } as Actor,
  }
  const order = {
    ...(await makeOrder(member)),
    runsUntil: null,
    cancelsOther: false,
    discountCode: null,
    upgrade: null,
  }
  return startPurchase(context, order, '198.18.0.1')
}
