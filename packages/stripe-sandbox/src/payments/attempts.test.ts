import { expect, test } from 'vitest'
import { answerBank, expectRefusal, getPageUrl, order, pay, runSandbox } from '../testing/sandbox-test.ts'

test('changing the amount cancels a pending authentication', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'authenticationRequired', { return_url: 'https://shop.example/back' })
  const changed = await stripe.paymentIntents.update(asking.id, { amount: 50 })
  expect(changed).toMatchObject({ status: 'requires_confirmation', next_action: null })
  await answerBank(getPageUrl(asking), 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
})

test('a cancelled payment cannot be completed on a bank page that is still open', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'authenticationRequired', { use_stripe_sdk: true })
  await stripe.paymentIntents.cancel(asking.id)
  await answerBank(getPageUrl(asking), 'complete')
  expect(await stripe.paymentIntents.retrieve(asking.id)).toMatchObject({ status: 'canceled', latest_charge: null })
})

test('a new attempt invalidates the previous authentication', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(order)
  const ask = async () =>
    getPageUrl(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' }))
  const [first, second] = [await ask(), await ask()]
  await answerBank(first, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
  await answerBank(second, 'complete')
  await answerBank(second, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('with manual confirmation the server confirms again after authentication', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'threeDSecure2Required', { confirmation_method: 'manual' })
  expect(asking.next_action?.type).toBe('use_stripe_sdk')
  await answerBank(getPageUrl(asking), 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
  expect((await stripe.paymentIntents.confirm(asking.id)).status).toBe('succeeded')
})

test('with a slow bank a payment is processing until the bank answers', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.slowBank(true)
  const [good, bad] = [await pay(stripe), await pay(stripe, 'visa_chargeDeclined')]
  expect(good.status).toBe('processing')
  await expectRefusal(stripe.paymentIntents.cancel(good.id), { code: 'payment_intent_unexpected_state' })
  sandbox.slowBank(false)
  expect(sandbox.settlePayments()).toBe(2)
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded')
  expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
})
