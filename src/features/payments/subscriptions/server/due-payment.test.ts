import { expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'
import {
  listPaidMonths,
  makePaymentDue,
  subscribe,
  subscriptionRow,
} from '../../../../../tests/support/given/subscriptions.ts'
import { answerBankPage, confirmAsBrowser } from '../../../../../tests/support/site/pay-as-browser.ts'

/** Sets up a card whose bank requires approval for each payment. */
async function setUpAtBank(app: TestApp, member: Member, subscriptionId: string) {
  const path = `/api/subscriptions/${subscriptionId}/card`
  const { body } = await member.post(path)
  const setup = await app.pay(body.data.clientSecret, 'tok_authenticationRequired')
  expect((await member.send('PUT', path, { setupIntentId: setup.id })).body.code).toBe('card-not-set-up')
  await answerBankPage(setup, 'complete')
  expect(await member.send('PUT', path, { setupIntentId: setup.id })).toMatchObject({ status: 200 })
}

/** Makes the subscription's card chargeable again, without charging the amount due. */
async function giveMoney(app: TestApp, member: Member, { id, providerId }: { id: string; providerId: string }) {
  const { body } = await member.post(`/api/subscriptions/${id}/card`)
  const setup = await app.pay(body.data.clientSecret, 'tok_visa')
  const { paymentMethodId } = (await app.provider.findCardSetup(setup.id)) ?? {}
  await app.provider.chargeCard(providerId, String(paymentMethodId))
}

test('the due month can be paid with the same card once it works again', async () => {
  await using app = await startApp()
  const { id, providerId, here } = await makePaymentDue(app)
  const payAgain = async () => {
    const { body } = await here.post(`/api/subscriptions/${id}/payment`)
    return confirmAsBrowser(app.sandbox.url, app.keys.publishableKey, body.data.clientSecret, body.data.cardId)
  }
  expect((await payAgain()).error?.code).toBe('card_declined')
  await giveMoney(app, here, { id, providerId })

  expect(await payAgain()).toMatchObject({ status: 'succeeded' })
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active', past_due_since: null })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
})

test('a member who refuses 3-D Secure can still approve it with the same card', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await setUpAtBank(app, ada, id)
  await app.jump({ days: 32 })
  const here = await app.returning(ada)
  const { clientSecret, cardId } = (await here.post(`/api/subscriptions/${id}/payment`)).body.data
  const ask = () => confirmAsBrowser(app.sandbox.url, app.keys.publishableKey, clientSecret, cardId)

  await answerBankPage(await ask(), 'fail')
  await answerBankPage(await ask(), 'complete')
  await app.settle()

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })
})

test('refusing 3-D Secure asks the member to confirm and never reports a declined card', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await setUpAtBank(app, ada, id)
  await app.jump({ days: 32 })
  const here = await app.returning(ada)
  const { clientSecret, cardId } = (await here.post(`/api/subscriptions/${id}/payment`)).body.data

  await answerBankPage(await confirmAsBrowser(app.sandbox.url, app.keys.publishableKey, clientSecret, cardId), 'fail')
  await app.settle()

  expect(await emailsTo(app, ada.person.email, 'Please confirm the payment')).toHaveLength(1)
  expect(await emailsTo(app, ada.person.email, 'could not collect')).toEqual([])
})

test('a due payment without a card asks for a new one', async () => {
  await using app = await startApp()
  const { id, here } = await makePaymentDue(app)
  const { cardId } = (await here.post(`/api/subscriptions/${id}/payment`)).body.data
  const headers = { authorization: `Bearer ${app.keys.secretKey}` }
  await fetch(`${app.sandbox.url}/v1/payment_methods/${cardId}/detach`, { method: 'POST', headers })

  const answer = await here.post(`/api/subscriptions/${id}/payment`)
  expect([answer.status, answer.body.code]).toEqual([409, 'no-card'])
})

test('a due payment in progress is not reported as paid', async () => {
  await using app = await startApp()
  const { id, providerId, here } = await makePaymentDue(app)
  const path = `/api/subscriptions/${id}/payment`
  const due = await here.post(path)
  app.sandbox.slowBank(true)
  await app.pay(due.body.data.clientSecret)

  expect((await here.post(path)).body.code).toBe('payment-processing')
  await app.provider.cancelSubscription(providerId)
  await app.settle()
  const ended = await here.post(path)
  expect([ended.status, ended.body.code]).toEqual([409, 'subscription-ended'])
})

test('changing the card is rate-limited after 30 attempts', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  const path = `/api/subscriptions/${id}/card`
  const answers = []
  for (let tries = 0; tries < 31; tries += 1) answers.push(await ada.send('PUT', path, { setupIntentId: 'seti_other' }))
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(409), 429])
})

test('a due payment cannot be made after its subscription has ended', async () => {
  await using app = await startApp()
  const { id, here } = await makePaymentDue(app)
  const { clientSecret } = (await here.post(`/api/subscriptions/${id}/payment`)).body.data

  expect((await here.post(`/api/subscriptions/${id}/cancellation`)).status).toBe(200)
  const late = await app.pay(clientSecret, 'tok_visa')
  await app.settle()

  expect(late.error?.code).toBe('payment_intent_unexpected_state')
  expect(
    app.sandbox.objects('invoice', 100).map((invoice) => (invoice as unknown as { status: string }).status),
  ).toEqual(expect.not.arrayContaining(['open']))
  expect(await listPaidMonths(app, id)).toHaveLength(1)
})

test('a due payment that the bank is processing still counts after a cancellation', async () => {
  await using app = await startApp()
  const { id, here } = await makePaymentDue(app)
  const { clientSecret } = (await here.post(`/api/subscriptions/${id}/payment`)).body.data
  app.sandbox.slowBank(true)
  await app.pay(clientSecret)

  expect((await here.post(`/api/subscriptions/${id}/cancellation`)).status).toBe(200)
  app.sandbox.slowBank(false)
  app.sandbox.settlePayments()
  await app.settle()

  expect(await listPaidMonths(app, id)).toHaveLength(2)
})
