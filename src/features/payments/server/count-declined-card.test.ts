import { afterAll, expect, test } from 'vitest'
import { orderOf, paymentsAtProvider, startPaying } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

test('after twenty declined cards the payment is taken away, and a quarter of an hour nothing can be begun', async () => {
  const [bot, grace] = [await app.quickMember(), await app.quickMember()]
  const { id, clientSecret } = await startPaying(bot)
  for (let time = 1; time <= 19; time += 1) await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.settle()
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'requires_payment_method' }])

  await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.settle()

  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
  const refused = await bot.post('/api/purchases', await orderOf(bot))
  expect([refused.status, refused.body.code]).toEqual([409, 'cards-declined'])
  expect(refused.body.message).toContain('quarter of an hour')
  // Somebody else at another address pays.
  expect((await grace.post('/api/purchases', await orderOf(grace))).status).toBe(200)

  await app.rows("update attempt_limit set expire = 0 where key like '%declined-card%'")
  expect((await bot.post('/api/purchases', await orderOf(bot))).status).toBe(200)
})

test('who takes another account at the same address is stopped as well, also by another process', async () => {
  const bot = await app.quickMember()
  await startPaying(bot)
  const [{ address_key: address }] = await app.rows(
    'select address_key from payment_origin join purchase on purchase.id = purchase_id where member_id = $1',
    bot.id,
  )
  expect(address).toMatch(/^198\.18\./)
  const limit = { name: 'declined-card-address', attempts: 20, seconds: 900 }
  for (let time = 1; time <= 20; time += 1) await app.context.limits.note(limit, address)

  const refused = await bot.post('/api/purchases', await orderOf(bot))

  expect(refused.body.code).toBe('cards-declined')
})

test('the address is forgotten after a day', async () => {
  const ada = await app.quickMember()
  await startPaying(ada)
  app.clock.advance({ days: 2 })
  await app.run('forget-payment-events')
  expect(await app.rows('select 1 from payment_origin')).toEqual([])
})
