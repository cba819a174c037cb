import { expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { postToProvider } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import {
  listPaidMonths,
  makePaymentDue,
  newSubscriber,
  setUpBankCard,
  subscriptionRow,
} from '#tests/support/given/subscriptions.ts'
import { answerBankPage, confirmAsBrowser } from '#tests/support/site/pay-as-browser.ts'

/** Gives the subscription a working card, without charging the amount due. */
async function setWorkingCard(app: TestApp, member: Member, { id, providerId }: { id: string; providerId: string }) {
  const { body } = await member.post(`/api/subscriptions/${id}/card`)
  const setup = await app.pay(body.data.clientSecret, 'tok_visa')
  const { paymentMethodId } = (await app.provider.findCardSetup(setup.id)) ?? {}
  await app.provider.setDefaultCard(providerId, String(paymentMethodId))
}

test('a payment that is due can be made with the saved card once the card works', async () => {
  await using app = await startApp()
  const { id, providerId, member } = await makePaymentDue(app)
  const payAgain = async () => {
    const { body } = await member.post(`/api/subscriptions/${id}/payment`)
    return confirmAsBrowser(app.sandbox.url, app.keys.publishableKey, body.data.clientSecret, body.data.cardId)
  }
  expect((await payAgain()).error?.code).toBe('card_declined')
  await setWorkingCard(app, member, { id, providerId })

  expect(await payAgain()).toMatchObject({ status: 'succeeded' })
  await app.settle()
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active', past_due_since: null })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
})

/** Starts a payment that is due and needs 3-D Secure. `confirmPayment` confirms it as the browser does. */
async function startPaymentAtBank(app: TestApp) {
  const { member: ada, id } = await newSubscriber(app)
  await setUpBankCard(app, ada, id)
  await app.jump({ days: 32 })
  const { body } = await (await app.returning(ada)).post(`/api/subscriptions/${id}/payment`)
  const { clientSecret, cardId } = body.data
  const confirmPayment = () => confirmAsBrowser(app.sandbox.url, app.keys.publishableKey, clientSecret, cardId)
  return { id, email: ada.person.email, confirmPayment }
}

test('a member who refuses 3-D Secure can approve it later with the same card', async () => {
  await using app = await startApp()
  const { id, email, confirmPayment } = await startPaymentAtBank(app)

  await answerBankPage(await confirmPayment(), 'fail')
  await app.settle()
  // Nothing was declined, so the member is simply asked to confirm the payment.
  expect(await emailsTo(app, email, 'Confirm your payment')).toHaveLength(1)
  expect(await emailsTo(app, email, 'couldn’t collect')).toEqual([])
  await answerBankPage(await confirmPayment(), 'complete')
  await app.settle()

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })
})

test('a payment that is due cannot be made without a saved card', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)
  const { cardId } = (await member.post(`/api/subscriptions/${id}/payment`)).body.data
  await postToProvider(app, `payment_methods/${cardId}/detach`)

  const response = await member.post(`/api/subscriptions/${id}/payment`)
  expect([response.status, response.body.code]).toEqual([409, 'no-card'])
})

test('a due payment that is in progress is not reported as paid', async () => {
  await using app = await startApp()
  const { id, providerId, member } = await makePaymentDue(app)
  const path = `/api/subscriptions/${id}/payment`
  const started = await member.post(path)
  app.sandbox.slowBank(true)
  await app.pay(started.body.data.clientSecret)

  expect((await member.post(path)).body.code).toBe('payment-processing')
  await app.provider.cancelSubscription(providerId)
  await app.settle()
  const ended = await member.post(path)
  expect([ended.status, ended.body.code]).toEqual([409, 'subscription-ended'])
})

test('a due payment cannot be made after its subscription has ended', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)
  const { clientSecret } = (await member.post(`/api/subscriptions/${id}/payment`)).body.data

  expect((await member.post(`/api/subscriptions/${id}/cancellation`)).status).toBe(200)
  const lateResult = await app.pay(clientSecret, 'tok_visa')
  await app.settle()

  expect(lateResult.error?.code).toBe('payment_intent_unexpected_state')
  expect(
    app.sandbox.objects('invoice', 100).map((invoice) => (invoice as unknown as { status: string }).status),
  ).toEqual(expect.not.arrayContaining(['open']))
  expect(await listPaidMonths(app, id)).toHaveLength(1)
})

test('a due payment that the bank is processing still counts after a cancellation', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)
  const { clientSecret } = (await member.post(`/api/subscriptions/${id}/payment`)).body.data
  app.sandbox.slowBank(true)
  await app.pay(clientSecret)

  expect((await member.post(`/api/subscriptions/${id}/cancellation`)).status).toBe(200)
  app.sandbox.slowBank(false)
  app.sandbox.settlePayments()
  await app.settle()

  expect(await listPaidMonths(app, id)).toHaveLength(2)
})
