import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { postToProvider } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import {
  changeCard,
  listPaidMonths,
  makePaymentDue,
  newSubscriber,
  setUpBankCard,
  subscribe,
  subscriptionRow,
} from '#tests/support/given/subscriptions.ts'
import { answerBankPage } from '#tests/support/site/pay-as-browser.ts'

test('a declined renewal sends an email and can be paid with another card', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  const failing = await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  expect(failing).toMatchObject({ status: 200, body: { data: { card: { last4: '0341' } } } })

  await app.jump({ days: 32 })

  const returningAda = await app.returning(ada)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'past_due' })
  const [listed] = (await returningAda.get('/api/subscriptions')).body.data
  expect(listed).toMatchObject({ id, status: 'past_due' })
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([
    { state: 'past_due', subscription: { status: 'past_due' } },
  ])
  const [email, ...duplicates] = await emailsTo(app, ada.person.email, 'couldn’t collect')
  expect(duplicates).toEqual([])
  expect(email?.text).toContain(`/checkout/card?subscription=${id}`)
  expect(email?.text).toContain('We’ll try again on')

  const declined = await changeCard(app, returningAda, id, 'tok_chargeCustomerFail')
  expect(declined).toMatchObject({ status: 409, body: { code: 'card-declined' } })
  const paid = await changeCard(app, returningAda, id, 'tok_mastercard')
  await app.settle()

  expect(paid).toMatchObject({
    status: 200,
    body: { data: { status: 'active', usableUntil: expect.any(String), card: { brand: 'mastercard', last4: '4444' } } },
  })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
})

test('after the last attempt to collect, the subscription ends and its package expires', async () => {
  await using app = await startApp()
  const { id, member: ada } = await makePaymentDue(app)

  for (const days of [3, 5, 7]) await app.jump({ days })

  const returningAda = await app.returning(ada)
  const row = await subscriptionRow(app, id)
  expect(row).toMatchObject({ status: 'ended', past_due_since: null })
  expect(row.ended_at).not.toBeNull()
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'expired' }])
  expect((await returningAda.get('/api/portal/dashboard')).body.data).toMatchObject({ activePackages: 0 })
  expect(await emailsTo(app, ada.person.email, 'has ended')).toHaveLength(1)
  expect(await emailsTo(app, ada.person.email, 'couldn’t collect')).toHaveLength(3)
  expect((await returningAda.post(`/api/subscriptions/${id}/card`)).body.code).toBe('subscription-ended')

  const renewed = await subscribe(app, returningAda)
  expect(renewed.id).not.toBe(id)
})

test('an unpaid month is past due for seven days and then expires', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  const [month] = await listPaidMonths(app, id)
  const state = async () => {
    const returningAda = await app.returning(ada)
    const { items } = (await returningAda.get('/api/entitlements')).body.data
    const { activePackages } = (await returningAda.get('/api/portal/dashboard')).body.data
    return [items[0].state, activePackages]
  }
  const hoursUntil = (moment: Date) => Math.floor((moment.getTime() - app.clock.now().getTime()) / 3_600_000)

  await app.jump({ hours: hoursUntil(month?.ends_at) + 2 })
  expect(await state()).toEqual(['past_due', 1])
  const graceEnd = new Date(month?.ends_at.getTime() + 7 * 86_400_000)
  await app.jump({ hours: hoursUntil(graceEnd) })
  expect(await state()).toEqual(['past_due', 1])
  await app.jump({ hours: 1 })
  expect(await state()).toEqual(['expired', 0])
})

test('a subscription that the provider keeps as unpaid is cancelled there', async () => {
  await using app = await startApp({ billing: { afterLastAttempt: 'unpaid' } })
  const { id, member } = await makePaymentDue(app)

  for (const days of [3, 5, 7]) await app.jump({ days })

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(app.sandbox.objects('subscription')).toMatchObject([{ status: 'canceled' }])
  expect(await emailsTo(app, member.person.email, 'has ended')).toHaveLength(1)
})

test('a renewal that needs 3-D Secure sends an email and can be confirmed with the same payment', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await setUpBankCard(app, ada, id)

  await app.jump({ days: 32 })

  const returningAda = await app.returning(ada)
  const [email] = await emailsTo(app, ada.person.email, 'Confirm your payment')
  expect(email?.text).toContain(`/checkout/payment?subscription=${id}`)
  expect(await emailsTo(app, ada.person.email, 'couldn’t collect')).toEqual([])
  const started = await returningAda.post(`/api/subscriptions/${id}/payment`)
  expect(started.body.data).toMatchObject({ price: { total: 3_480 } })
  await answerBankPage(await app.pay(started.body.data.clientSecret, 'tok_authenticationRequired'), 'complete')
  const confirmed = await returningAda.post(`/api/subscriptions/${id}/confirmation`)
  expect(confirmed.body.data).toMatchObject({ status: 'active', usableUntil: expect.any(String) })
  await app.settle()

  expect(await listPaidMonths(app, id)).toHaveLength(2)
  expect((await returningAda.post(`/api/subscriptions/${id}/payment`)).body.code).toBe('nothing-due')
})

test('the card can be changed even if the stored customer is unknown to the provider', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await app.rows("update payment_customer set provider_id = 'cus_lost' where member_id = $1", ada.id)
  expect(await changeCard(app, ada, id, 'tok_mastercard')).toMatchObject({
    status: 200,
    body: { data: { card: { last4: '4444' } } },
  })
})

test('no card or payment is accepted if the provider does not have the subscription or it is another member’s', async () => {
  await using app = await startApp()
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const [adaSubscription, eveSubscription] = [await subscribe(app, ada), await subscribe(app, eve)]
  const setProviderId = 'update subscription set provider_id = $2 where id = $1'
  await app.rows(setProviderId, adaSubscription.id, 'sub_lost')
  await app.rows(setProviderId, eveSubscription.id, adaSubscription.providerId)
  for (const { member, id } of [
    { member: ada, ...adaSubscription },
    { member: eve, ...eveSubscription },
  ]) {
    for (const response of [
      await member.post(`/api/subscriptions/${id}/card`),
      await member.send('PUT', `/api/subscriptions/${id}/card`, { setupIntentId: 'seti_other' }),
      await member.post(`/api/subscriptions/${id}/payment`),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'subscription-unknown'])
    }
  }
})

test('if the due payment needs 3-D Secure, the new card is saved and the payment waits for the bank', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)
  const path = `/api/subscriptions/${id}/card`
  const setup = await app.pay((await member.post(path)).body.data.clientSecret, 'tok_authenticationRequired')
  expect((await member.send('PUT', path, { setupIntentId: setup.id })).body.code).toBe('card-not-set-up')
  await answerBankPage(setup, 'complete')

  const response = await member.send('PUT', path, { setupIntentId: setup.id })

  expect(response).toMatchObject({ status: 409, body: { code: 'payment-requires-action' } })
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'past_due', card_last4: '3184' })
})

test("a member cannot use another member's subscription or card setup", async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  const adaSubscription = await subscribe(app, ada)
  const eveSubscription = await subscribe(app, eve)

  expect((await eve.post(`/api/subscriptions/${adaSubscription.id}/card`)).status).toBe(404)
  const { body } = await ada.post(`/api/subscriptions/${adaSubscription.id}/card`)
  const setup = await app.pay(body.data.clientSecret, 'tok_mastercard')
  for (const setupIntentId of [setup.id, 'seti_nothing', '../customers']) {
    const response = await eve.send('PUT', `/api/subscriptions/${eveSubscription.id}/card`, { setupIntentId })
    expect([response.status, response.body.code]).toEqual([409, 'card-not-set-up'])
  }
  expect(await subscriptionRow(app, eveSubscription.id)).toMatchObject({ card_last4: '4242' })
})

test('changing the card of a subscription that has just ended is refused', async () => {
  await using app = await startApp()
  const { member: ada, id, providerId } = await newSubscriber(app)
  app.sandbox.disturbWebhooks({ hold: true })
  await app.provider.cancelSubscription(providerId)
  const { status, body } = await changeCard(app, ada, id, 'tok_mastercard')
  expect([status, body.code]).toEqual([409, 'subscription-ended'])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('paying an invoice that has just been paid or voided throws no error', async () => {
  await using app = await startApp()
  await makePaymentDue(app)
  const invoices = app.sandbox.objects('invoice') as unknown as { id: string; status: string }[]
  const paid = invoices.find(({ status }) => status === 'paid')
  const open = invoices.find(({ status }) => status === 'open')
  await postToProvider(app, `invoices/${open?.id}/void`)

  expect(await app.provider.payInvoice(String(paid?.id))).toBe('paid')
  expect(await app.provider.payInvoice(String(open?.id))).toBe('declined')
})

test('a due payment that the bank is processing is not treated as declined', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)
  app.sandbox.slowBank(true)

  const response = await changeCard(app, member, id, 'tok_mastercard')

  expect(response).toMatchObject({ status: 409, body: { code: 'payment-at-bank' } })
  app.sandbox.slowBank(false)
  app.sandbox.settlePayments()
  await app.settle()
  expect(await listPaidMonths(app, id)).toHaveLength(2)
})

test('a member can change the card 30 times before being rate-limited', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  const path = `/api/subscriptions/${id}/card`
  const responses = []
  for (let attempt = 0; attempt < 31; attempt += 1)
    responses.push(await ada.send('PUT', path, { setupIntentId: 'seti_other' }))
  expect(responses.map(({ status }) => status)).toEqual([...Array(30).fill(409), 429])
})
