import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder } from '#tests/support/given/checkout.ts'
import { newCode } from '#tests/support/given/discount-codes.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

test('the first months cost less, as shown before paying, and later ones the full price', async () => {
  const administrator = await app.quickMember('administrator')
  const code = await newCode(administrator, { code: 'TWO', months: 2, maxUses: 1 })
  const ada = await app.quickMember()
  const { body: quote } = await ada.get('/api/quotes/uk/my-future-pro/member?code=TWO')
  expect(quote.data).toMatchObject({
    price: { net: 2_320, tax: 464, total: 2_784 },
    discount: { code: 'TWO', amount: 580, months: 2, fullPrice: { total: 3_480 } },
  })

  const order = await makeOrder(ada, 'my-future-pro', 'today', 'uk', 'TWO')
  const { body } = await ada.post('/api/purchases', order)
  await app.pay(body.data.clientSecret)
  await app.settle()
  const member = await app.returning(ada)
  const readSubscription = async () => (await (await app.returning(member)).get('/api/subscriptions')).body.data[0]
  expect(await readSubscription()).toMatchObject({ price: { total: 2_784 }, laterPrice: { total: 3_480 } })

  const remindAndRenew = async () => {
    const [row] = await app.rows('select period_ends_at as ends from subscription where member_id = $1', ada.id)
    await app.jump({ hours: Math.floor((row?.ends.getTime() - app.clock.now().getTime()) / 3_600_000) - 48 })
    await app.run('remind-renewals')
    await app.jump({ hours: 72 })
  }
  await remindAndRenew()
  expect(await readSubscription()).toMatchObject({ price: { total: 3_480 }, laterPrice: null })
  await remindAndRenew()
  await app.jump({ days: 31 })

  const months = await app.rows(
    `select net, discount, tax, total, discount_code_id is not null as "hasCode", status from purchase
     where member_id = $1 order by created_at`,
    ada.id,
  )
  const less = { net: 2_320, discount: 580, tax: 464, total: 2_784, hasCode: true, status: 'completed' }
  const full = { net: 2_900, discount: 0, tax: 580, total: 3_480, hasCode: false, status: 'completed' }
  expect(months).toEqual([less, less, full, full])
  expect(await app.rows('select amount from payment_entry order by occurred_at')).toEqual(
    [2_784, 2_784, 3_480, 3_480].map((amount) => ({ amount })),
  )
  expect(await app.rows('select * from payment_anomaly')).toEqual([])
  const reminders = await emailsTo(app, ada.person.email, 'renews on')
  const amounts = reminders.map(({ text }) => /£\d+\.\d\d/.exec(text ?? '')?.[0])
  expect(new Set(amounts)).toEqual(new Set(['£27.84', '£34.80']))

  // All months of a subscription are one use.
  const owner = await app.returning(administrator)
  expect((await owner.get(`/api/admin/discount-codes/${code.id}`)).body.data).toMatchObject({
    uses: 1,
    state: 'used-up',
    given: [{ currency: 'GBP', amount: 1_160 }],
  })
  const ben = await app.quickMember()
  const { body: refused } = await ben.get('/api/quotes/uk/my-future-basic/member?code=TWO')
  expect(refused.data.discountRefusal).toBe('discount-used-up')
})

test('a code without a number of months takes its share off every month', async () => {
  const administrator = await app.quickMember('administrator')
  await newCode(administrator, { code: 'ALWAYS', percentage: null, amounts: { uk: 900, international: null } })
  const ada = await app.quickMember()
  const { body } = await ada.post('/api/purchases', await makeOrder(ada, 'my-future-pro', 'today', 'uk', 'ALWAYS'))
  await app.pay(body.data.clientSecret)
  await app.settle()
  await app.jump({ days: 32 })
  await app.jump({ days: 31 })
  const totals = await app.rows('select total from purchase where member_id = $1', ada.id)
  expect(totals).toEqual([{ total: 2_400 }, { total: 2_400 }, { total: 2_400 }])
})

test('a discounted month with a different price is reported with the price that was agreed', async () => {
  await using other = await startApp()
  await newCode(await other.quickMember('administrator'), {
    code: 'ALWAYS',
    percentage: null,
    amounts: { uk: 900, international: null },
  })
  const ada = await other.quickMember()
  const { body } = await ada.post('/api/purchases', await makeOrder(ada, 'my-future-pro', 'today', 'uk', 'ALWAYS'))
  await other.pay(body.data.clientSecret)
  await other.settle()
  await other.rows('update subscription set net = 9900, tax = 1980, total = 11880 where member_id = $1', ada.id)
  await other.jump({ days: 32 })
  expect(await other.rows("select detail->'total' as total from payment_anomaly")).toEqual([{ total: 10_800 }])
})
