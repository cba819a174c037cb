import { expect, test } from 'vitest'
import { testCardTokens } from '../browser/card-frame/card-rules.ts'
import {
  answerBank,
  asBrowser,
  catchError,
  expectRefusal,
  getPageUrl,
  order,
  pay,
  runSandbox,
} from '../testing/sandbox-test.ts'
import { findCardByToken, testCards } from './test-cards.ts'

test('every test number has a card on the server with the same last digits', () => {
  const cards = Object.entries(testCardTokens).map(([number, token]) => ({ number, card: findCardByToken(token) }))
  for (const { number, card } of cards) expect(card?.last4, number).toBe(number.slice(-4))
  expect(new Set(cards.map(({ card }) => card)).size).toBe(testCards.length)
})

const succeeding = [
  ['visa', 'visa', '4242', 'US'],
  ['mastercard', 'mastercard', '4444', 'US'],
  ['gb', 'visa', '0000', 'GB'],
  ['createDispute', 'visa', '0259', 'US'],
  ['createDisputeProductNotReceived', 'visa', '2685', 'US'],
  ['createDisputeInquiry', 'visa', '1976', 'US'],
  ['pendingRefund', 'visa', '7726', 'US'],
  ['refundFail', 'visa', '5126', 'US'],
] as const

for (const [name, brand, last4, country] of succeeding) {
  test(`a payment with ${name} succeeds, by alias and by token`, async () => {
    const { stripe } = await runSandbox()
    const byToken = await stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${name}` } })
    for (const payment_method of [`pm_card_${name}`, byToken.id]) {
      const expand = ['latest_charge', 'payment_method']
      expect(await pay(stripe, name, { payment_method, expand })).toMatchObject({
        status: 'succeeded',
        amount_received: 11880,
        latest_charge: { paid: true, outcome: { network_status: 'approved_by_network' } },
        payment_method: { card: { brand, last4, country } },
      })
    }
  })
}

const declined = 'Your card was declined.'
const processingFailed = 'An error occurred while processing your card. Try again in a little bit.'
const tooOften = 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'

const declining = [
  ['visa_chargeDeclined', 'card_declined', 'generic_decline', declined],
  ['chargeDeclined', 'card_declined', 'generic_decline', declined],
  ['visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', declined],
  ['visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', declined],
  ['chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['chargeDeclinedProcessingError', 'processing_error', 'processing_error', processingFailed],
  ['visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded', tooOften],
  ['chargeCustomerFail', 'card_declined', 'generic_decline', declined],
] as const

for (const [name, code, decline_code, message] of declining) {
  test(`${name} is declined with ${code}`, async () => {
    const { stripe } = await runSandbox()
    const { id } = await stripe.paymentIntents.create({ ...order, currency: 'usd' })
    const refusal = { type: 'StripeCardError', statusCode: 402, code, decline_code, message, payment_intent: { id } }
    await expectRefusal(stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${name}` }), refusal)

    expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code, message },
      latest_charge: { status: 'failed', paid: false, failure_code: code, outcome: { reason: decline_code } },
    })
  })
}

const asking = [
  ['authenticationRequired', 'succeeded', undefined],
  ['authenticationRequiredOnSetup', 'succeeded', undefined],
  ['authenticationRequiredSetupForOffSession', 'succeeded', undefined],
  ['threeDSecure2Required', 'succeeded', undefined],
  ['threeDSecureRequiredChargeDeclined', 'requires_payment_method', 'card_declined'],
  ['threeDSecureRequiredProcessingError', 'requires_payment_method', 'processing_error'],
] as const

for (const [name, status, code] of asking) {
  test(`${name} requires authentication, then the payment is ${code ?? status}`, async () => {
    const { sandbox, stripe } = await runSandbox()
    const { id, client_secret } = await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })
    const { body } = await asBrowser(sandbox, 'POST', `/v1/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      payment_method: `pm_card_${name}`,
      use_stripe_sdk: 'true',
    })
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await answerBank(getPageUrl(body), 'complete')
    const after = await stripe.paymentIntents.retrieve(id)
    expect(after.status).toBe(status)
    expect(after.last_payment_error?.code).toBe(code)
  })
}

test('off-session, only cards that have been set up or need no authentication can pay', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const attempt = async (card: string) => {
    const { id: payment_method } = await stripe.paymentMethods.attach(`pm_card_${card}`, { customer })
    return pay(stripe, card, { customer, payment_method, off_session: true })
  }
  expect((await attempt('visa')).status).toBe('succeeded')
  expect((await attempt('authenticationRequiredSetupForOffSession')).status).toBe('succeeded')
  for (const card of ['authenticationRequired', 'authenticationRequiredOnSetup', 'threeDSecure2Required']) {
    const error = await catchError(attempt(card))
    expect(error).toMatchObject({ code: 'authentication_required', decline_code: 'authentication_required' })
    expect(error.payment_intent?.status).toBe('requires_payment_method')
  }
})

test('a card that its holder has set up is charged later without authentication', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const savedUse = { customer, setup_future_usage: 'off_session' as const }
  const first = await pay(stripe, 'authenticationRequiredOnSetup', savedUse)
  await answerBank(getPageUrl(first), 'complete')
  const { payment_method } = await stripe.paymentIntents.retrieve(first.id)
  expect(await stripe.paymentMethods.retrieve(String(payment_method))).toMatchObject({ customer })

  const later = await pay(stripe, '', { customer, payment_method: String(payment_method), off_session: true })
  expect(later.status).toBe('succeeded')
})
