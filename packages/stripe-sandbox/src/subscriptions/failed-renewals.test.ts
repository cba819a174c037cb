import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerBank, asBrowser, eventTypes, expectRefusal, getPageUrl, runSandbox } from '../testing/sandbox-test.ts'
import {
  changeCard,
  latestInvoice,
  monthlyAmount,
  payInBrowser,
  runSubscription,
  subscribe,
  toInstant,
} from '../testing/subscription-test.ts'

/** Starts with a member whose card is declined at the first renewal. */
async function failRenewal(card = 'pm_card_chargeCustomerFail', options: Parameters<typeof runSandbox>[0] = {}) {
  const running = await runSandbox(options)
  const member = await subscribe(running)
  await changeCard(running.stripe, member, card)
  await member.advanceTo('2026-02-10T13:30:00Z')
  return { ...running, ...member, invoice: await latestInvoice(running.stripe, member.id) }
}

async function readStatus(stripe: Stripe, id: string) {
  return (await stripe.subscriptions.retrieve(id)).status
}

test('a declined renewal is retried after 3, 5 and 7 days, then the subscription is cancelled', async () => {
  const { stripe, id, advanceTo, invoice } = await failRenewal()
  expect(await readStatus(stripe, id)).toBe('past_due')
  expect(invoice).toMatchObject({ status: 'open', attempted: true, attempt_count: 1, amount_remaining: monthlyAmount })
  const attempts = [toInstant(invoice.next_payment_attempt)]
  for (const day of ['2026-02-13', '2026-02-18']) {
    await advanceTo(`${day}T13:30:00Z`)
    attempts.push(toInstant((await latestInvoice(stripe, id)).next_payment_attempt))
    expect(await readStatus(stripe, id)).toBe('past_due')
  }
  expect(attempts).toEqual(['2026-02-13T13:00', '2026-02-18T13:00', '2026-02-25T13:00'])

  await advanceTo('2026-02-25T13:30:00Z')
  const canceled = await stripe.subscriptions.retrieve(id)
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(toInstant(canceled.ended_at)).toBe('2026-02-25T13:00')
  expect(await latestInvoice(stripe, id)).toMatchObject({
    status: 'open',
    attempt_count: 4,
    next_payment_attempt: null,
    auto_advance: false,
  })
  const failures = await stripe.events.list({ type: 'invoice.payment_failed' })
  expect(failures.data.map(({ created }) => toInstant(created))).toEqual([
    '2026-02-25T13:00',
    '2026-02-18T13:00',
    '2026-02-13T13:00',
    '2026-02-10T13:00',
  ])
  expect((await stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1)
})

test('paying with a new card reactivates a past-due subscription', async () => {
  const { stripe, id, customer, invoice, advanceTo } = await failRenewal()
  const method = await changeCard(stripe, { id, customer }, 'pm_card_visa')
  expect(await stripe.invoices.pay(invoice.id, { payment_method: method })).toMatchObject({
    status: 'paid',
    attempt_count: 1,
    next_payment_attempt: null,
  })
  expect(await readStatus(stripe, id)).toBe('active')
  await advanceTo('2026-03-10T13:30:00Z')
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(3)
  expect((await stripe.charges.list({ customer })).data.filter(({ paid }) => paid)).toHaveLength(3)
})

test('the next automatic retry uses the new card', async () => {
  const { stripe, id, customer, advanceTo } = await failRenewal()
  await changeCard(stripe, { id, customer }, 'pm_card_visa')
  await advanceTo('2026-02-13T13:30:00Z')
  expect(await latestInvoice(stripe, id)).toMatchObject({ status: 'paid', attempt_count: 2 })
  expect(await readStatus(stripe, id)).toBe('active')
})

test('a declined manual attempt does not change the retry schedule', async () => {
  const { stripe, id, invoice } = await failRenewal()
  await expectRefusal(stripe.invoices.pay(invoice.id), { statusCode: 402, code: 'card_declined' })
  expect(await latestInvoice(stripe, id)).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: invoice.next_payment_attempt,
  })
})

test('if the last attempt left a subscription unpaid, a payment reactivates it', async () => {
  const billing = { retryDays: [1], afterLastAttempt: 'unpaid' as const }
  const { stripe, id, customer, advanceTo } = await failRenewal('pm_card_chargeCustomerFail', { billing })
  await advanceTo('2026-02-11T13:30:00Z')
  expect(await readStatus(stripe, id)).toBe('unpaid')
  await advanceTo('2026-03-11T13:30:00Z')
  const draft = await latestInvoice(stripe, id)
  expect(draft).toMatchObject({ status: 'draft', auto_advance: false })

  const method = await changeCard(stripe, { id, customer }, 'pm_card_visa')
  expect((await stripe.invoices.pay(draft.id, { payment_method: method })).status).toBe('paid')
  expect(await readStatus(stripe, id)).toBe('active')
})

test('if a renewal needs authentication, completing it in the browser continues the subscription', async () => {
  const { sandbox, stripe, id, invoice, advanceTo } = await failRenewal('pm_card_authenticationRequired')
  expect(await readStatus(stripe, id)).toBe('past_due')
  const types = await eventTypes(stripe)
  expect(types).toContain('invoice.payment_action_required')
  expect(types).toContain('invoice.payment_failed')
  const [intent] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? []
  expect(await stripe.paymentIntents.retrieve(intent ?? '')).toMatchObject({ status: 'requires_action' })
  const code = 'invoice_payment_intent_requires_action'
  await expectRefusal(stripe.invoices.pay(invoice.id), { statusCode: 402, code })

  const confirmation = await asBrowser(sandbox, 'POST', `/v1/payment_intents/${intent}/confirm`, {
    client_secret: invoice.confirmation_secret?.client_secret ?? '',
    use_stripe_sdk: 'true',
  })
  await answerBank(getPageUrl(confirmation.body), 'complete')
  expect(await latestInvoice(stripe, id)).toMatchObject({ status: 'paid', next_payment_attempt: null })
  expect(await readStatus(stripe, id)).toBe('active')
  await advanceTo('2026-02-25T13:30:00Z')
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(2)
})

test('if a card was authenticated during set-up, renewals need no authentication', async () => {
  const { stripe, id, advanceTo } = await runSubscription({ card: 'pm_card_authenticationRequiredOnSetup' })
  await advanceTo('2026-03-10T13:30:00Z')
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(3)
})

test("paying a cancelled subscription's old invoice does not reactivate it", async () => {
  const { sandbox, stripe, id, invoice } = await failRenewal()
  await stripe.subscriptions.cancel(id)
  await payInBrowser({ sandbox, stripe }, id, 'pm_card_visa')
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('paid')
  expect(await readStatus(stripe, id)).toBe('canceled')
})

test('if the card has been detached, a renewal fails', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  const { default_payment_method } = await stripe.subscriptions.retrieve(id)
  await stripe.paymentMethods.detach(String(default_payment_method))
  expect((await stripe.subscriptions.retrieve(id)).default_payment_method).toBeNull()
  await advanceTo('2026-02-10T13:30:00Z')
  expect(await readStatus(stripe, id)).toBe('past_due')
  await expectRefusal(stripe.invoices.pay((await latestInvoice(stripe, id)).id), { statusCode: 400 })
})

test('a charge that the bank has not decided yet is not repeated', async () => {
  const { sandbox, stripe, id, customer, advanceTo } = await runSubscription()
  sandbox.slowBank(true)
  await advanceTo('2026-02-20T13:30:00Z')
  expect(await latestInvoice(stripe, id)).toMatchObject({ status: 'open', attempt_count: 1 })
  sandbox.slowBank(false)
  expect(sandbox.settlePayments()).toBe(1)
  expect((await latestInvoice(stripe, id)).status).toBe('paid')
  await advanceTo('2026-02-28T13:30:00Z')
  expect((await stripe.charges.list({ customer })).data).toHaveLength(2)
})
