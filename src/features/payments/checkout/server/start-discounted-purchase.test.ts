import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import {
  listPurchases,
  makeOrder,
  payFor,
  paymentsAtProvider,
  readPurchaseStatus,
} from '#tests/support/given/checkout.ts'
import { newCode } from '#tests/support/given/discount-codes.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { newRefund } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

beforeEach(async () => {
  await app.rows("delete from rate_limit where key like 'discount-code:%'")
})

const orderWith = (member: Member, code: string, packageId = 'my-future-basic') =>
  makeOrder(member, packageId, 'today', 'uk', code)

async function start(member: Member, code: string, packageId?: string) {
  const { status, body } = await member.post('/api/purchases', await orderWith(member, code, packageId))
  return { status, body, id: body.data?.purchase?.id as string, clientSecret: body.data?.clientSecret as string }
}

async function quoteWith(caller: Pick<Member, 'get'>, code: string, path = 'uk/my-future-basic') {
  return (await caller.get(`/api/quotes/${path}?code=${encodeURIComponent(code)}`)).body.data
}

test('the code takes its share off before tax, and the buyer pays and is charged the total', async () => {
  await newCode(administrator, { code: 'SPRING' })
  const ada = await app.quickMember()

  const quote = await quoteWith(app.visitor, ' spring ')
  expect(quote).toMatchObject({
    price: { net: 7_920, tax: 1_584, total: 9_504 },
    discount: { code: 'SPRING', amount: 1_980, months: null, fullPrice: { total: 11_880 } },
    discountRefusal: null,
  })
  const { id, body, clientSecret } = await start(ada, 'spring')
  expect(body.data.purchase).toMatchObject({ discount: { code: 'SPRING', amount: 1_980 }, net: 7_920, total: 9_504 })
  await app.pay(clientSecret)
  await app.settle()

  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'succeeded', amount: 9_504 }])
  const [purchase] = await listPurchases(app, ada)
  expect(purchase).toMatchObject({ status: 'completed', net: 7_920, discount: 1_980, tax: 1_584, total: 9_504 })
  expect(await app.rows('select amount from payment_entry where purchase_id = $1', id)).toEqual([{ amount: 9_504 }])
})

test('invoice, email, credit notes and exports carry the discount, and a refund is a share of what was paid', async () => {
  await newCode(administrator, { code: 'PAPERS' })
  const ada = await app.quickMember()
  const { id, clientSecret } = await start(ada, 'PAPERS')
  await app.pay(clientSecret)
  await app.settle()
  const refunds = `/api/admin/purchases/${id}/refunds`
  expect((await administrator.post(refunds, newRefund(9_505))).status).toBe(409)
  await administrator.post(refunds, newRefund(3_333))
  await app.settle()
  await administrator.post(refunds, newRefund(9_504 - 3_333))
  await app.settle()

  const documents = await app.rows('select kind, content from document where purchase_id = $1 order by issued_at', id)
  const amounts = documents.map(({ kind, content: { discount, net, tax, total } }) => [kind, discount, net, tax, total])
  expect(amounts).toEqual([
    ['invoice', { code: 'PAPERS', amount: 1_980 }, 7_920, 1_584, 9_504],
    ['credit_note', { code: 'PAPERS', amount: 694 }, 2_777, 556, 3_333],
    ['credit_note', { code: 'PAPERS', amount: 1_286 }, 5_143, 1_028, 6_171],
  ])
  expect(await readPurchaseStatus(app, id)).toBe('refunded')
  const [email] = await emailsTo(app, ada.person.email)
  for (const line of ['£99.00', 'Discount (PAPERS)', '-£19.80', '£79.20', '£15.84', '£95.04'])
    expect(email?.text).toContain(line)
  const { body: csv } = await administrator.get('/api/admin/purchases.csv')
  expect(csv).toMatch(/95\.04,95\.04,yes,"PAPERS",19\.80/)
})

test.each([
  ['discount-unknown', null, 'NOBODY'],
  ['discount-not-for-package', { packageIds: ['study-world-basic'] }, 'OTHER'],
  ['discount-not-for-market', { percentage: null, amounts: { uk: null, international: 500 } }, 'DOLLARS'],
  ['discount-expired', { validUntil: '2026-01-31' }, 'OVER'],
  ['discount-not-valid-yet', { validFrom: '2999-01-01' }, 'SOON'],
])('%s: the price stays, with the reason, and an order with the code is refused', async (reason, changes, code) => {
  if (changes) await newCode(administrator, { code, ...changes })
  const ada = await app.quickMember()
  expect(await quoteWith(ada, code, 'uk/my-future-basic/member')).toMatchObject({
    price: { total: 11_880 },
    discount: null,
    discountRefusal: reason,
  })
  const { status, body } = await start(ada, code)
  expect([status, body.code, body.data.price.total]).toEqual([409, reason, 11_880])
  expect(body.message).toContain('Check the new total, then press “Pay” again.')
  expect(await listPurchases(app, ada)).toEqual([])
})

test('a code that is paused while the buyer pays is refused, and the response has the price without it', async () => {
  const { id } = await newCode(administrator, { code: 'PAUSED' })
  const ada = await app.quickMember()
  const order = await orderWith(ada, 'PAUSED')
  await administrator.send('PUT', `/api/admin/discount-codes/${id}/pause`, { isPaused: true })
  const { body } = await ada.post('/api/purchases', order)
  expect([body.code, body.data.price.total]).toEqual(['discount-paused', 11_880])
  expect(await listPurchases(app, ada)).toEqual([])
})

test('the total must be the one with the discount', async () => {
  await newCode(administrator, { code: 'HONEST' })
  const ada = await app.quickMember()
  const order = { ...(await orderWith(ada, 'HONEST')), expectedTotal: 11_880 }
  const { body } = await ada.post('/api/purchases', order)
  expect([body.code, body.data.price.total]).toEqual(['price-changed', 9_504])
})

test('only a member who has never bought can use a code for new members', async () => {
  await newCode(administrator, { code: 'WELCOME', isForNewMembers: true })
  const ada = await app.quickMember()
  expect((await quoteWith(ada, 'WELCOME', 'uk/study-world-basic/member')).discountRefusal).toBeNull()
  await payFor(app, ada)
  await app.settle()
  expect((await quoteWith(ada, 'WELCOME', 'uk/study-world-basic/member')).discountRefusal).toBe(
    'discount-new-members-only',
  )
})

test('of a new member’s payments for two packages only one has the code for new members', async () => {
  await newCode(administrator, { code: 'FIRST', isForNewMembers: true })
  const ada = await app.quickMember()
  const orders = [await orderWith(ada, 'FIRST'), await orderWith(ada, 'FIRST', 'study-world-basic')]
  const answers = await Promise.all(orders.map((order) => ada.post('/api/purchases', order)))
  expect(answers.map(({ body }) => body.code ?? 'started').sort()).toEqual(['discount-used-by-you', 'started'])
  expect(await usesOf('FIRST')).toHaveLength(1)
})

test.each([{ isForNewMembers: true }, { maxUsesPerMember: 1 }, { maxUses: 1 }])(
  'an order sent again after it was paid is refused as paid, not for its code: %o',
  async (limits) => {
    const [limit = ''] = Object.keys(limits)
    const code = `PAID-${limit.toUpperCase()}`
    await newCode(administrator, { code, ...limits })
    const ada = await app.quickMember()
    const order = await orderWith(ada, code)
    const { body } = await ada.post('/api/purchases', order)
    await app.pay(body.data.clientSecret)
    await app.settle()
    expect((await ada.post('/api/purchases', order)).body.code).toBe('already-paid')
  },
)

test('each person has their own uses', async () => {
  await newCode(administrator, { code: 'ONCE', maxUsesPerMember: 1 })
  const [ada, ben] = [await app.quickMember(), await app.quickMember()]
  expect((await start(ada, 'ONCE')).status).toBe(200)
  expect((await start(ada, 'ONCE', 'study-world-basic')).body.code).toBe('discount-used-by-you')
  expect((await start(ben, 'ONCE')).status).toBe(200)
})

test('of 30 buyers racing for the last use one gets it, and 29 get the sentence and the price without it', async () => {
  await newCode(administrator, { code: 'LAST', maxUses: 1 })
  const buyers = await Promise.all(Array.from({ length: 30 }, () => app.quickMember()))
  const orders = await Promise.all(buyers.map((buyer) => orderWith(buyer, 'LAST')))

  const answers = await Promise.all(
    buyers.map((buyer, index) => buyer.post('/api/purchases', orders[index] as (typeof orders)[0])),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ body }) => body.code === 'discount-used-up')
  expect(refused).toHaveLength(29)
  expect(new Set(refused.map(({ body }) => body.data.price.total))).toEqual(new Set([11_880]))
  expect(refused[0]?.body.message).toBe('This code has been used up. Check the new total, then press “Pay” again.')
  expect(await usesOf('LAST')).toEqual([{ status: 'pending' }])
})

test('one buyer who races with two tabs for the last use gets it', async () => {
  await newCode(administrator, { code: 'TABS', maxUses: 1, maxUsesPerMember: 1 })
  const ada = await app.quickMember()
  const order = await orderWith(ada, 'TABS')
  const answers = await Promise.all(Array.from({ length: 6 }, () => ada.post('/api/purchases', order)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await usesOf('TABS')).toEqual([{ status: 'pending' }])
})

test('a cancelled payment releases its use', async () => {
  await newCode(administrator, { code: 'RELEASE', maxUses: 1 })
  const [ada, ben] = [await app.quickMember(), await app.quickMember()]
  const { id } = await start(ada, 'RELEASE')
  expect((await start(ben, 'RELEASE')).body.code).toBe('discount-used-up')
  await ada.post(`/api/purchases/${id}/cancellation`)
  expect((await start(ben, 'RELEASE')).status).toBe(200)
})

test('a payment that is given up for another price releases its use', async () => {
  await newCode(administrator, { code: 'SWAP', maxUses: 1 })
  const [ada, ben] = [await app.quickMember(), await app.quickMember()]
  await start(ada, 'SWAP')
  expect((await ada.post('/api/purchases', await makeOrder(ada))).status).toBe(200)
  expect(await usesOf('SWAP')).toEqual([{ status: 'cancelled' }])
  expect((await start(ben, 'SWAP')).status).toBe(200)
})

test('the database refuses one use too many, whoever asks', async () => {
  await newCode(administrator, { code: 'GUARD', maxUses: 1 })
  const [ada, ben] = [await app.quickMember(), await app.quickMember()]
  await start(ada, 'GUARD')
  const copy = app.rows(
    `insert into purchase (member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points,
       tax_label, tax, total, discount, discount_code_id, consent_version, consent_start_now, consent_acknowledge_loss,
       consent_at, payment_mode, created_at)
     select $1, package_id, package_version, status, market, currency, net, tax_rate_basis_points,
       tax_label, tax, total, discount, discount_code_id, consent_version, consent_start_now, consent_acknowledge_loss,
       consent_at, payment_mode, created_at
     from purchase where member_id = $2`,
    ben.id,
    ada.id,
  )
  await expect(copy).rejects.toMatchObject({ constraint: 'purchase_discount_use' })
})

test('codes cannot be guessed: after 10 unknown ones even a real one is refused for a while', async () => {
  await newCode(administrator, { code: 'SECRET' })
  for (let attempt = 0; attempt < 10; attempt += 1) await quoteWith(app.visitor, `GUESS-${attempt}`)
  expect(await quoteWith(app.visitor, 'SECRET')).toMatchObject({
    price: { total: 11_880 },
    discountRefusal: 'discount-too-many-tries',
  })
})

test('a member pays with a code although others at the same address tried wrong ones, and is limited themselves', async () => {
  await newCode(administrator, { code: 'NEIGHBOUR' })
  const [ada, ben] = [await app.quickMember(), await app.quickMember()]
  const order = await orderWith(ada, 'NEIGHBOUR')
  const path = '/api/quotes/uk/my-future-basic'
  for (let attempt = 0; attempt < 10; attempt += 1) await ben.get(`${path}/member?code=GUESS-${attempt}`)
  expect((await quoteWith(ben, 'NEIGHBOUR', 'uk/my-future-basic/member')).discountRefusal).toBe(
    'discount-too-many-tries',
  )
  expect((await ada.post('/api/purchases', order)).status).toBe(200)
})

test('known codes are not counted as guesses', async () => {
  await newCode(administrator, { code: 'KNOWN' })
  for (let attempt = 0; attempt < 12; attempt += 1) await quoteWith(app.visitor, 'KNOWN')
  expect((await quoteWith(app.visitor, 'KNOWN')).discount).toMatchObject({ code: 'KNOWN' })
})

function usesOf(code: string) {
  return app.rows(
    `select status from purchase where discount_code_id = (select id from discount_code where code = $1)`,
    code,
  )
}
