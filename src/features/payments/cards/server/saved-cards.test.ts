import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import {
  listPurchases,
  makeOrder,
  payFor,
  paymentsAtProvider,
  postToProvider,
  startPaying,
} from '#tests/support/given/checkout.ts'
import { addCard, listSavedCards } from '#tests/support/given/saved-cards.ts'
import { changeCard, newSubscriber, subscribe, subscriptionRow } from '#tests/support/given/subscriptions.ts'
import { answerBankPage } from '#tests/support/site/pay-as-browser.ts'

const app = await startApp()
afterAll(app.close)

/** Presses Pay with a saved card chosen. */
async function startPayingWith(member: Member, cardId: string, packageId = 'my-future-basic') {
  return member.post('/api/purchases', { ...(await makeOrder(member, packageId)), cardId })
}

const cardsAtProvider = () =>
  app.sandbox.objects('payment_method', 1_000) as unknown as { id: string; customer: string | null; card: object }[]

test('a card is saved only if the member ticks so, and pays the next purchase with one press', async () => {
  const ada = await app.quickMember()
  expect(await listSavedCards(ada)).toEqual([])
  await payFor(app, ada, 'study-world-basic')
  await app.settle()
  expect(await listSavedCards(ada)).toEqual([])

  const { clientSecret } = await startPaying(ada, 'biz-future-basic')
  await app.pay(clientSecret, 'tok_mastercard', { keepsCard: true })
  await app.settle()
  const [card, ...others] = await listSavedCards(ada)
  expect(card).toMatchObject({
    brand: 'mastercard',
    last4: '4444',
    isDefault: true,
    isOffered: true,
    subscriptions: [],
  })
  expect(others).toEqual([])

  const started = await startPayingWith(ada, card?.id ?? '')
  expect(started.status).toBe(200)
  const paid = await app.payWithSaved(started.body.data.clientSecret, card?.id ?? '')
  await app.settle()
  expect(paid.status).toBe('succeeded')
  expect(await listPurchases(app, ada)).toMatchObject([
    { status: 'completed' },
    { status: 'completed' },
    { status: 'completed', package_id: 'my-future-basic', total: 11_880 },
  ])
})

test('a card that was declined with the tick is not kept once another pays without it', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await app.pay(clientSecret, 'tok_visa_chargeDeclined', { keepsCard: true })

  await startPaying(ada)
  await app.pay(clientSecret, 'tok_mastercard')
  await app.settle()

  const [payment] = paymentsAtProvider(app, id)
  expect(payment).toMatchObject({ status: 'succeeded', setup_future_usage: null })
  expect(await listSavedCards(ada)).toEqual([])
})

test("another member's card cannot pay, be made the default or be removed", async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const card = await addCard(app, ada)
  // Eve has a customer of her own at the provider.
  await addCard(app, eve, 'tok_amex')

  for (const answer of [
    await startPayingWith(eve, card.id),
    await eve.send('PUT', `/api/cards/${card.id}/default`),
    await eve.send('DELETE', `/api/cards/${card.id}`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'card-not-found'])
  }
  expect(await listPurchases(app, eve)).toEqual([])
  expect(await listSavedCards(ada)).toEqual([card])
  // Even a browser that ignores our answer cannot pay with it.
  const { clientSecret } = await startPaying(eve)
  expect((await app.payWithSaved(clientSecret, card.id)).error?.message).toContain('belongs to a Customer')
})

test('a card removed in another tab is refused with a sentence, and nothing is started', async () => {
  const ada = await app.quickMember()
  const card = await addCard(app, ada)
  expect((await ada.send('DELETE', `/api/cards/${card.id}`)).body).toMatchObject({ data: [], message: 'Card removed.' })

  const refused = await startPayingWith(ada, card.id)
  expect(refused.body).toMatchObject({
    code: 'card-not-found',
    message: 'This card is no longer saved. Choose another card, or enter one.',
  })
  expect(await listPurchases(app, ada)).toEqual([])
  const again = await ada.send('DELETE', `/api/cards/${card.id}`)
  expect([again.status, again.body.message]).toEqual([404, 'This card has already been removed.'])
  expect(cardsAtProvider().find(({ id }) => id === card.id)?.customer).toBeNull()
})

test('an expired card is shown as such and can neither pay nor be the default', async () => {
  await using lateApp = await startApp()
  const ada = await lateApp.quickMember()
  const card = await addCard(lateApp, ada)
  lateApp.clock.advance({ days: 5 * 366 })
  const returning = await lateApp.returning(ada)

  expect(await listSavedCards(returning)).toMatchObject([{ id: card.id, isExpired: true, isDefault: false }])
  const order = { ...(await makeOrder(returning)), cardId: card.id }
  for (const answer of [
    await returning.post('/api/purchases', order),
    await returning.send('PUT', `/api/cards/${card.id}/default`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'card-expired'])
  }
})

test('pressing Pay twice with a saved card charges it once', async () => {
  const ada = await app.quickMember()
  const { id: cardId } = await addCard(app, ada)
  const [first, second] = await Promise.all([startPayingWith(ada, cardId), startPayingWith(ada, cardId)])
  expect(second.body.data.clientSecret).toBe(first.body.data.clientSecret)
  const { clientSecret, purchase } = first.body.data
  const attempts = [await app.payWithSaved(clientSecret, cardId), await app.payWithSaved(clientSecret, cardId)]
  await app.settle()

  expect(attempts).toMatchObject([{ status: 'succeeded' }, { error: { code: 'payment_intent_unexpected_state' } }])
  expect(paymentsAtProvider(app, purchase.id)).toMatchObject([{ status: 'succeeded', amount: 11_880 }])
  expect((await startPayingWith(ada, cardId)).body.code).toBe('already-paid')
})

test('if a saved card is declined, another card pays the same purchase', async () => {
  const ada = await app.quickMember()
  const failing = await addCard(app, ada, 'tok_chargeCustomerFail')
  const { body } = await startPayingWith(ada, failing.id)
  const declined = await app.payWithSaved(body.data.clientSecret, failing.id)
  expect(declined.error).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' })
  await app.settle()

  const other = await addCard(app, ada, 'tok_mastercard')
  const retried = await startPayingWith(ada, other.id)
  expect(retried.body.data.purchase.id).toBe(body.data.purchase.id)
  await app.payWithSaved(retried.body.data.clientSecret, other.id)
  await app.settle()
  expect(await listPurchases(app, ada)).toMatchObject([{ status: 'completed' }])
})

test('a bank can ask for 3-D Secure on a saved card', async () => {
  const ada = await app.quickMember()
  const card = await addCard(app, ada, 'tok_authenticationRequired')
  const { body } = await startPayingWith(ada, card.id)
  const asked = await app.payWithSaved(body.data.clientSecret, card.id)
  expect(asked.status).toBe('requires_action')
  await app.settle()
  expect(await listPurchases(app, ada)).toMatchObject([{ status: 'pending' }])

  await answerBankPage(asked, 'complete')
  await app.settle()
  expect(await listPurchases(app, ada)).toMatchObject([{ status: 'completed' }])
  expect(await listSavedCards(ada)).toMatchObject([{ id: card.id }])
})

test('the default is the card saved last until the member chooses one, and the next if that is removed', async () => {
  const ada = await app.quickMember()
  const visa = await addCard(app, ada)
  const mastercard = await addCard(app, ada, 'tok_mastercard')
  const order = (cards: { id: string; isDefault: boolean }[]) => cards.map(({ id, isDefault }) => [id, isDefault])
  expect(order(await listSavedCards(ada))).toEqual([
    [mastercard.id, true],
    [visa.id, false],
  ])

  const chosen = await ada.send('PUT', `/api/cards/${visa.id}/default`)
  expect(chosen.body.message).toBe('Default card changed.')
  expect(order(chosen.body.data)).toEqual([
    [visa.id, true],
    [mastercard.id, false],
  ])
  const remaining = await ada.send('DELETE', `/api/cards/${visa.id}`)
  expect(order(remaining.body.data)).toEqual([[mastercard.id, true]])
})

test('a card saved twice is shown once, and removing it leaves no copy at the provider', async () => {
  const ada = await app.quickMember()
  const first = await addCard(app, ada)
  const second = await addCard(app, ada)
  expect(await listSavedCards(ada)).toMatchObject([{ id: second.id }])

  await ada.send('DELETE', `/api/cards/${second.id}`)
  expect(await listSavedCards(ada)).toEqual([])
  const kept = cardsAtProvider().filter(({ id }) => [first.id, second.id].includes(id))
  expect(kept.map(({ customer }) => customer)).toEqual([null, null])
})

test("a subscription's card is shown but not offered, and cannot be removed before another takes its place", async () => {
  const { member: ada, id } = await newSubscriber(app)
  const uses = [{ id, title: 'MY FUTURE X' }]
  const [used] = await listSavedCards(ada)
  expect(used).toMatchObject({ last4: '4242', isOffered: false, isDefault: false, subscriptions: uses })
  const path = `/api/cards/${used?.id}`
  expect((await ada.send('PUT', `${path}/default`)).body.code).toBe('card-not-found')
  const refused = await ada.send('DELETE', path)
  expect([refused.status, refused.body.code]).toEqual([409, 'card-in-use'])
  expect((await subscriptionRow(app, id)).card_last4).toBe('4242')

  const other = await addCard(app, ada, 'tok_mastercard')
  const update = `/api/subscriptions/${id}/card`
  const { clientSecret } = (await ada.post(update)).body.data
  const setup = await app.payWithSaved(clientSecret, other.id)
  const updated = await ada.send('PUT', update, { setupIntentId: setup.id })
  expect(updated.body.data).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } })
  expect(await listSavedCards(ada)).toMatchObject([
    { id: other.id, isDefault: true, subscriptions: uses },
    { id: used?.id },
  ])
  expect((await ada.send('DELETE', path)).status).toBe(200)
  await app.settle()
  expect((await subscriptionRow(app, id)).card_last4).toBe('4444')
})

test('once a subscription will not be charged again, its card can be removed; to resume, it needs another', async () => {
  const { member: ada, id } = await newSubscriber(app)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  const [card] = await listSavedCards(ada)
  expect(card?.subscriptions).toEqual([])
  expect((await ada.send('DELETE', `/api/cards/${card?.id}`)).status).toBe(200)

  await addCard(app, ada, 'tok_mastercard')
  const resume = () => ada.send('DELETE', `/api/subscriptions/${id}/cancellation`)
  expect((await resume()).body.code).toBe('no-card')
  expect(await subscriptionRow(app, id)).toMatchObject({ cancels_at_period_end: true })
  expect((await changeCard(app, ada, id, 'tok_visa_debit')).status).toBe(200)
  expect((await resume()).status).toBe(200)
})

test('a saved card can start a subscription and stays offered', async () => {
  const ada = await app.quickMember()
  const card = await addCard(app, ada)
  const { body } = await startPayingWith(ada, card.id, 'my-future-pro')
  await app.payWithSaved(body.data.clientSecret, card.id)
  await app.settle()
  expect(await listSavedCards(ada)).toMatchObject([
    { id: card.id, isOffered: true, subscriptions: [{ title: 'MY FUTURE X' }] },
  ])
})

test("a set-up for another member's subscription, or with another member's card, changes nothing", async () => {
  const { member: ada, id } = await newSubscriber(app)
  const eve = await app.quickMember()
  const eveCard = await addCard(app, eve, 'tok_amex')
  const update = `/api/subscriptions/${id}/card`
  const { clientSecret } = (await ada.post(update)).body.data
  expect((await app.payWithSaved(clientSecret, eveCard.id)).error?.message).toContain('belongs to a Customer')
  const ownSetup = await app.pay((await eve.post('/api/cards')).body.data.clientSecret)
  const refused = await ada.send('PUT', update, { setupIntentId: ownSetup.id })
  expect(refused.body.code).toBe('card-not-set-up')
  expect((await subscriptionRow(app, id)).card_last4).toBe('4242')
})

test('twenty declined cards block saving another one', async () => {
  const bot = await app.quickMember()
  const { clientSecret } = (await bot.post('/api/cards')).body.data
  for (let attempt = 1; attempt <= 20; attempt += 1) await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.settle()

  expect((await app.pay(clientSecret)).error?.code).toBe('setup_intent_unexpected_state')
  expect((await bot.post('/api/cards')).body.code).toBe('cards-declined')
  expect((await startPayingWith(bot, 'pm_any')).body.code).toBe('cards-declined')
})

test('deleting the account removes its cards at the provider', async () => {
  const ada = await app.quickMember()
  const visa = await addCard(app, ada)
  await subscribe(app, ada, { card: 'tok_mastercard' })
  const { customer } = cardsAtProvider().find(({ id }) => id === visa.id) ?? {}
  expect(cardsAtProvider().filter((card) => card.customer === customer)).toHaveLength(2)

  const { status } = await ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  await app.settle()
  expect(status).toBe(200)
  expect(cardsAtProvider().filter((card) => card.customer === customer)).toEqual([])
})

test('the data export names brand, last digits and expiry of saved cards, and nothing more', async () => {
  const ada = await app.quickMember()
  const card = await addCard(app, ada)
  const exported = await app.app.inject({
    url: '/api/account/data',
    headers: { authorization: `Bearer ${ada.token}` },
  })
  const files = unzipSync(new Uint8Array(exported.rawPayload))
  const { savedCards } = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  expect(savedCards).toEqual([{ card: 'Visa ending 4242', expires: `12/${card.expiryYear - 2000}` }])
})

test('a customer that the provider no longer knows has no cards, and gets a new one for the next', async () => {
  const ada = await app.quickMember()
  await addCard(app, ada)
  await app.rows("update payment_customer set provider_id = 'cus_lost' where member_id = $1", ada.id)
  expect(await listSavedCards(ada)).toEqual([])
  expect(await addCard(app, ada, 'tok_amex')).toMatchObject({ brand: 'amex', isDefault: true })
})

test('we neither store nor log anything of a saved card', async () => {
  const ada = await app.quickMember()
  const { id } = await addCard(app, ada, 'tok_amex')
  const { body } = await startPayingWith(ada, id)
  await app.payWithSaved(body.data.clientSecret, id)
  await app.settle()
  const tables = await app.rows("select table_name from information_schema.tables where table_schema = 'public'")
  for (const { table_name } of tables) {
    const rows = await app.rows(`select row_to_json(t)::text as line from "${table_name}" t`)
    expect(rows.filter(({ line }) => line.includes(id) || line.includes('"0005"')).length, table_name).toBe(0)
  }
  expect(app.logLines.filter((line) => line.includes(id))).toEqual([])
})

test('while the provider is away, the list answers 503 and the checkout still opens', async () => {
  await using lonely = await startApp()
  const ada = await lonely.quickMember()
  await addCard(lonely, ada)
  await lonely.sandbox.close()
  expect((await ada.get('/api/cards')).body.code).toBe('provider-unavailable')
  expect((await ada.get('/api/quotes/uk/my-future-basic/member')).status).toBe(200)
})

test('a card added at the provider by staff is listed, but offered only with consent', async () => {
  const ada = await app.quickMember()
  await addCard(app, ada)
  const [{ provider_id: customer }] = await app.rows('select * from payment_customer where member_id = $1', ada.id)
  await postToProvider(app, 'payment_methods/pm_card_amex/attach', { customer })
  expect(await listSavedCards(ada)).toMatchObject([
    { brand: 'visa', isOffered: true },
    { brand: 'amex', isOffered: false },
  ])
})
