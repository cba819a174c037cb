import { expect, test } from 'vitest'
import { mailsTo } from '../../../../tests/support/letters.ts'
import { answerBank } from '../../../../tests/support/pay-as-browser.ts'
import { type Member, startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { changeCard, fallDue, monthsOf, subscribe, subscriptionRow } from '../../../../tests/support/subscription.ts'

/** A card whose bank wants to be asked at each payment. */
async function setUpAtBank(app: TestApp, member: Member, subscriptionId: string) {
  const path = `/api/subscriptions/${subscriptionId}/card`
  const { body } = await member.post(path)
  const setup = await app.pay(body.data.clientSecret, 'tok_authenticationRequired')
  expect((await member.send('PUT', path, { setupIntentId: setup.id })).body.code).toBe('card-not-set-up')
  await answerBank(setup, 'complete')
  expect(await member.send('PUT', path, { setupIntentId: setup.id })).toMatchObject({ status: 200 })
}

test('a renewal that is declined can be paid with another card: past due, a letter, then paid', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  const failing = await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  expect(failing).toMatchObject({ status: 200, body: { data: { card: { last4: '0341' } } } })

  await app.jump({ days: 32 })

  const here = await app.returning(ada)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'past_due' })
  const [shown] = (await here.get('/api/subscriptions')).body.data
  const [month] = await monthsOf(app, id)
  expect(shown).toMatchObject({ id, status: 'past_due' })
  expect(Date.parse(shown.graceUntil) - month?.ends_at.getTime()).toBe(7 * 86_400_000)
  expect((await here.get('/api/entitlements')).body.data.items).toMatchObject([
    { state: 'past_due', subscription: { status: 'past_due' } },
  ])
  const [letter, ...others] = await mailsTo(app, ada.person.email, 'could not collect')
  expect(others).toEqual([])
  expect(letter?.text).toContain(`/checkout/card?subscription=${id}`)
  expect(letter?.text).toContain('We try again on')

  const declined = await changeCard(app, here, id, 'tok_chargeCustomerFail')
  expect(declined).toMatchObject({ status: 409, body: { code: 'card-declined' } })
  const paid = await changeCard(app, here, id, 'tok_mastercard')
  await app.settle()

  expect(paid).toMatchObject({
    status: 200,
    body: { data: { status: 'active', graceUntil: null, card: { brand: 'mastercard', last4: '4444' } } },
  })
  expect(await monthsOf(app, id)).toHaveLength(2)
  expect((await here.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
})

test('after the last attempt the subscription has ended, and the package with its paid month and the grace', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')

  await app.jump({ days: 32 })
  for (const days of [3, 5, 7]) await app.jump({ days })

  const here = await app.returning(ada)
  const row = await subscriptionRow(app, id)
  expect(row).toMatchObject({ status: 'ended', past_due_since: null })
  expect(row.ended_at).not.toBeNull()
  expect((await here.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'expired' }])
  expect((await here.get('/api/portal/dashboard')).body.data).toMatchObject({ activePackages: 0 })
  expect(await mailsTo(app, ada.person.email, 'has ended')).toHaveLength(1)
  expect(await mailsTo(app, ada.person.email, 'could not collect')).toHaveLength(3)
  expect((await here.post(`/api/subscriptions/${id}/card`)).body.code).toBe('subscription-ended')

  const again = await subscribe(app, here)
  expect(again.id).not.toBe(id)
})

test('the package may be used for seven days of grace and not a moment longer', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  const [month] = await monthsOf(app, id)
  const state = async () => {
    const here = await app.returning(ada)
    const { items } = (await here.get('/api/entitlements')).body.data
    const { activePackages } = (await here.get('/api/portal/dashboard')).body.data
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

test('a provider that keeps unpaid subscriptions is told to end them', async () => {
  await using app = await startApp({ billing: { afterLastAttempt: 'unpaid' } })
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')

  await app.jump({ days: 32 })
  for (const days of [3, 5, 7]) await app.jump({ days })

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(app.sandbox.objects('subscription')).toMatchObject([{ status: 'canceled' }])
  expect(await mailsTo(app, ada.person.email, 'has ended')).toHaveLength(1)
})

test('a bank that wants its customer at a renewal: a letter with a link, where the same payment is confirmed', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await setUpAtBank(app, ada, id)

  await app.jump({ days: 32 })

  const here = await app.returning(ada)
  const [letter] = await mailsTo(app, ada.person.email, 'Please confirm the payment')
  expect(letter?.text).toContain(`/checkout/payment?subscription=${id}`)
  expect(await mailsTo(app, ada.person.email, 'could not collect')).toEqual([])
  const due = await here.post(`/api/subscriptions/${id}/payment`)
  expect(due.body.data).toMatchObject({ price: { total: 3_480 } })
  await answerBank(await app.pay(due.body.data.clientSecret, 'tok_authenticationRequired'), 'complete')
  const confirmed = await here.post(`/api/subscriptions/${id}/confirmation`)
  expect(confirmed.body.data).toMatchObject({ status: 'active', graceUntil: null })
  await app.settle()

  expect(await monthsOf(app, id)).toHaveLength(2)
  expect((await here.post(`/api/subscriptions/${id}/payment`)).body.code).toBe('nothing-due')
})

test('where the provider does not know the customer by the number we kept, another card is given all the same', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await app.rows("update payment_customer set provider_id = 'cus_lost' where member_id = $1", ada.id)
  expect(await changeCard(app, ada, id, 'tok_mastercard')).toMatchObject({
    status: 200,
    body: { data: { card: { last4: '4444' } } },
  })
})

test("a subscription that the provider does not know, or knows as another's, takes no card and no payment", async () => {
  await using app = await startApp()
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const [adas, eves] = [await subscribe(app, ada), await subscribe(app, eve)]
  const rename = 'update subscription set provider_id = $2 where id = $1'
  await app.rows(rename, adas.id, 'sub_lost')
  await app.rows(rename, eves.id, adas.providerId)
  for (const { member, id } of [
    { member: ada, ...adas },
    { member: eve, ...eves },
  ]) {
    for (const answer of [
      await member.post(`/api/subscriptions/${id}/card`),
      await member.send('PUT', `/api/subscriptions/${id}/card`, { setupIntentId: 'seti_other' }),
      await member.post(`/api/subscriptions/${id}/payment`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'subscription-unknown'])
    }
  }
})

test('a bank that wants its customer as soon as the new card pays says so', async () => {
  await using app = await startApp()
  const { id, here } = await fallDue(app)
  const path = `/api/subscriptions/${id}/card`
  const setup = await app.pay((await here.post(path)).body.data.clientSecret, 'tok_authenticationRequired')
  await answerBank(setup, 'complete')

  const answer = await here.send('PUT', path, { setupIntentId: setup.id })

  expect(answer).toMatchObject({ status: 409, body: { code: 'payment-needs-you' } })
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'past_due', card_last4: '3184' })
})

test("nobody changes another member's card, or uses a card that was set up for something else", async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  const adas = await subscribe(app, ada)
  const eves = await subscribe(app, eve)

  expect((await eve.post(`/api/subscriptions/${adas.id}/card`)).status).toBe(404)
  const { body } = await ada.post(`/api/subscriptions/${adas.id}/card`)
  const setup = await app.pay(body.data.clientSecret, 'tok_mastercard')
  for (const setupIntentId of [setup.id, 'seti_nothing', '../customers']) {
    const answer = await eve.send('PUT', `/api/subscriptions/${eves.id}/card`, { setupIntentId })
    expect([answer.status, answer.body.code]).toEqual([409, 'card-not-set-up'])
  }
  expect(await subscriptionRow(app, eves.id)).toMatchObject({ card_last4: '4242' })
})

test('another card for a subscription that has ended meanwhile changes nothing, and says so', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id, providerId } = await subscribe(app, ada)
  app.sandbox.disturbWebhooks({ hold: true })
  await app.provider.cancelSubscription(providerId)
  const { status, body } = await changeCard(app, ada, id, 'tok_mastercard')
  expect([status, body.code]).toEqual([409, 'subscription-ended'])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test.each(['', ' ', '../customers', 'seti_unknown'])('the number %j is no card', async (setupIntentId) => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  const { status } = await ada.send('PUT', `/api/subscriptions/${id}/card`, { setupIntentId })
  expect([400, 409]).toContain(status)
})

test('a month that was paid or given up in the same moment is no error of ours', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  await app.jump({ days: 32 })
  const invoices = app.sandbox.objects('invoice') as unknown as { id: string; status: string }[]
  const paid = invoices.find(({ status }) => status === 'paid')
  const open = invoices.find(({ status }) => status === 'open')
  const headers = { authorization: `Bearer ${app.keys.secretKey}` }
  await fetch(`${app.sandbox.url}/v1/invoices/${open?.id}/void`, { method: 'POST', headers })

  expect(await app.provider.payInvoice(String(paid?.id))).toBe('paid')
  expect(await app.provider.payInvoice(String(open?.id))).toBe('declined')
})

test('a bank that is slow with the month that is due is no decline', async () => {
  await using app = await startApp()
  const { id, here } = await fallDue(app)
  app.sandbox.slowBank(true)

  const answer = await changeCard(app, here, id, 'tok_mastercard')

  expect(answer).toMatchObject({ status: 409, body: { code: 'payment-at-bank' } })
  app.sandbox.slowBank(false)
  app.sandbox.settlePayments()
  await app.settle()
  expect(await monthsOf(app, id)).toHaveLength(2)
})
