import { afterAll, expect, test } from 'vitest'
import { orderOf, startPaying } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { convergePurchase } from './converge-purchase.ts'
import { listSaleObstacles } from './list-sale-obstacles.ts'
import { startPurchase } from './start-purchase.ts'

const app = await startApp()
afterAll(app.close)

async function startLive(member: Awaited<ReturnType<typeof app.quickMember>>) {
  const [{ id: memberId }] = await app.rows('select id from account where id = $1', member.id)
  const context = {
    ...app.context,
    provider: { ...app.provider, isLive: true },
    actor: { memberId, role: 'member', user: { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.org' } },
  }
  const consumer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null }
  const order = { ...(await orderOf(member)), runsUntil: null, givesUpOther: false, buyer: consumer }
  return startPurchase(context as never, order as never, '198.18.0.1')
}

test('with live keys nothing is sold before the company has said who it is', async () => {
  const ada = await app.quickMember()
  expect(await listSaleObstacles(app.context)).toContain('vatNumber')
  await expect(startLive(ada)).rejects.toThrow('not-open-yet')
  expect(await app.rows('select 1 from purchase where member_id = $1', ada.id)).toEqual([])

  await app.rows("update company set placeholders = '{}'")
  // Pounds need no rate of exchange.
  expect(await listSaleObstacles(app.context)).toEqual(['exchangeRate'])
  expect((await startLive(ada)).clientSecret).toMatch(/^pi_/)

  await app.rows(`update company set settings = jsonb_set(settings, '{vatNumber}', 'null')`)
  const grace = await app.quickMember()
  await expect(startLive(grace)).rejects.toThrow('not-open-yet')
  await app.rows("update market set tax_rate_basis_points = 0 where id = 'uk'")
  expect(await listSaleObstacles(app.context)).toEqual(['exchangeRate'])
})

test("papers of the provider's test keys are tests, those of its live keys are not", async () => {
  const ada = await app.quickMember()
  for (const [isLive, series] of [
    [false, 'test-'],
    [true, 'fw-'],
  ] as const) {
    const packageId = isLive ? 'study-world-basic' : 'my-future-basic'
    const { id, clientSecret } = await startPaying(ada, packageId)
    app.sandbox.disturbWebhooks({ drop: true })
    await app.pay(clientSecret)
    await app.rows("update purchase set payment_mode = 'stripe' where id = $1", id)
    await convergePurchase({ ...app.context, provider: { ...app.provider, mode: 'stripe', isLive } }, id)
    app.sandbox.calmWebhooks()
    const [paper] = await app.rows('select series, content from document where purchase_id = $1', id)
    expect([paper.series.startsWith(series), paper.content.isTest]).toEqual([true, !isLive])
  }
})
