import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { makeOrder, startPaying } from '../../../../../tests/support/given/checkout.ts'
import { listSaleBlockers } from './sale-blockers.ts'
import { startPurchase } from './start-purchase.ts'
import { syncPurchase } from './sync-purchase.ts'

const app = await startApp()
afterAll(app.close)

async function startLive(member: Awaited<ReturnType<typeof app.quickMember>>, unstaffed: { packageId: string }[] = []) {
  const [{ id: memberId }] = await app.rows('select id from account where id = $1', member.id)
  const context = {
    ...app.context,
    provider: { ...app.provider, isLive: true },
    findUnstaffed: async () => unstaffed,
    actor: { memberId, role: 'member', user: { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.org' } },
  }
  const consumer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null }
  const order = { ...(await makeOrder(member)), runsUntil: null, cancelsOther: false, buyer: consumer }
  return startPurchase(context as never, order as never, '198.18.0.1')
}

test('live payments are blocked until the company details are complete', async () => {
  const ada = await app.quickMember()
  expect(await listSaleBlockers(app.context)).toContain('vatNumber')
  await expect(startLive(ada)).rejects.toThrow('not-open-yet')
  expect(await app.rows('select 1 from purchase where member_id = $1', ada.id)).toEqual([])

  await app.rows("update company set placeholders = '{}'")
  // A sale in pounds needs no exchange rate.
  expect(await listSaleBlockers(app.context)).toEqual(['exchangeRate'])
  expect((await startLive(ada)).clientSecret).toMatch(/^pi_/)

  await app.rows(`update company set settings = jsonb_set(settings, '{vatNumber}', 'null')`)
  const grace = await app.quickMember()
  await expect(startLive(grace)).rejects.toThrow('not-open-yet')
  await app.rows("update market set tax_rate_basis_points = 0 where id = 'uk'")
  expect(await listSaleBlockers(app.context)).toEqual(['exchangeRate'])
})

test('live payments are blocked only for packages without a consultant', async () => {
  const ada = await app.quickMember()
  await expect(startLive(ada, [{ packageId: 'my-future-basic' }])).rejects.toThrow('no-consultant-available')
  expect(await app.rows('select 1 from purchase where member_id = $1', ada.id)).toEqual([])
  expect((await startLive(ada, [{ packageId: 'my-future-pro' }])).clientSecret).toMatch(/^pi_/)
})

test('invoices from test keys are marked as tests, and those from live keys are not', async () => {
  const ada = await app.quickMember()
  for (const [isLive, sequence] of [
    [false, 'test-'],
    [true, 'fw-'],
  ] as const) {
    const packageId = isLive ? 'study-world-basic' : 'my-future-basic'
    const { id, clientSecret } = await startPaying(ada, packageId)
    app.sandbox.disturbWebhooks({ drop: true })
    await app.pay(clientSecret)
    await app.rows("update purchase set payment_mode = 'stripe' where id = $1", id)
    await syncPurchase({ ...app.context, provider: { ...app.provider, mode: 'stripe', isLive } }, id)
    app.sandbox.calmWebhooks()
    const [document] = await app.rows('select sequence, content from document where purchase_id = $1', id)
    expect([document.sequence.startsWith(sequence), document.content.isTest]).toEqual([true, !isLive])
  }
})
