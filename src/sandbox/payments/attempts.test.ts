import { expect, test } from 'vitest'
import { answerBank, errorOf, runSandbox } from '../testing/sandbox-test.ts'

const amount = 11880
const cardOnly = { amount, currency: 'gbp', allowed_payment_method_types: ['card' as const] }

test('a changed amount ends the question to the cardholder: nobody agrees to a sum that no longer holds', async () => {
  const { stripe } = await runSandbox()
  const asking = await stripe.paymentIntents.create({
    ...cardOnly,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: 'https://shop.example/back',
  })
  const changed = await stripe.paymentIntents.update(asking.id, { amount: 50 })
  expect(changed).toMatchObject({ status: 'requires_confirmation', next_action: null })
  await answerBank(asking.next_action?.redirect_to_url?.url, 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
})

test('a cancelled payment cannot be paid by a bank page that is still open', async () => {
  const { stripe } = await runSandbox()
  const asking = await stripe.paymentIntents.create({
    ...cardOnly,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    use_stripe_sdk: true,
  })
  const page = asking.next_action?.use_stripe_sdk as { stripe_js: string }
  await stripe.paymentIntents.cancel(asking.id)
  await answerBank(page.stripe_js, 'complete')
  expect(await stripe.paymentIntents.retrieve(asking.id)).toMatchObject({ status: 'canceled', latest_charge: null })
})

test('a new attempt replaces the question that the bank asked before', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(cardOnly)
  const ask = async () => {
    const asking = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    const page = asking.next_action?.use_stripe_sdk as { stripe_js: string }
    return page.stripe_js
  }
  const [first, second] = [await ask(), await ask()]
  await answerBank(first, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
  await answerBank(second, 'complete')
  await answerBank(second, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('with manual confirmation the server confirms again after the cardholder agreed', async () => {
  const { stripe } = await runSandbox()
  const asking = await stripe.paymentIntents.create({
    ...cardOnly,
    payment_method: 'pm_card_threeDSecure2Required',
    confirmation_method: 'manual',
    confirm: true,
  })
  expect(asking.next_action?.type).toBe('use_stripe_sdk')
  const page = asking.next_action?.use_stripe_sdk as { stripe_js: string }
  await answerBank(page.stripe_js, 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
  expect((await stripe.paymentIntents.confirm(asking.id)).status).toBe('succeeded')
})

test('a slow bank leaves a payment processing until it answers', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.slowBank(true)
  const good = await stripe.paymentIntents.create({ ...cardOnly, payment_method: 'pm_card_visa', confirm: true })
  const bad = await stripe.paymentIntents.create({
    ...cardOnly,
    payment_method: 'pm_card_visa_chargeDeclined',
    confirm: true,
  })
  expect(good.status).toBe('processing')
  expect(await errorOf(stripe.paymentIntents.cancel(good.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  sandbox.slowBank(false)
  expect(sandbox.settlePayments()).toBe(2)
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded')
  expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
})
