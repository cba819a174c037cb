import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { catchError, eventTypes, expectRefusal, pay, runSandbox } from '../testing/sandbox-test.ts'

/** The types of the dispute events so far, oldest first, without their prefix. */
async function disputeEvents(stripe: Stripe) {
  const types = (await eventTypes(stripe)).filter((type) => type.startsWith('charge.dispute.'))
  return types.map((type) => type.replace('charge.dispute.', ''))
}

async function runWithDispute(card = 'createDispute') {
  const { sandbox, stripe } = await runSandbox()
  const paid = await pay(stripe, card, { expand: ['latest_charge'] })
  const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data
  if (!dispute) throw new Error('The payment was not disputed')
  return { sandbox, stripe, paid, dispute, charge: String(dispute.charge) }
}

const balance = async (stripe: Stripe) =>
  (await stripe.balanceTransactions.list({ limit: 100, type: 'adjustment' })).data.map(({ amount }) => amount)

for (const [card, reason] of [
  ['createDispute', 'fraudulent'],
  ['createDisputeProductNotReceived', 'product_not_received'],
] as const) {
  test(`a payment with ${card} succeeds and is immediately disputed as ${reason}`, async () => {
    const { stripe, paid, dispute, charge } = await runWithDispute(card)
    expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { id: charge, disputed: true } })
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      reason,
      amount: 11880,
      currency: 'gbp',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -11880, fee: 2000, net: -13880, source: dispute.id }],
    })
    expect(await disputeEvents(stripe)).toEqual(['created', 'funds_withdrawn'])
    await expectRefusal(stripe.refunds.create({ charge }), { code: 'charge_disputed' })
  })
}

test('no money is withdrawn for an inquiry', async () => {
  const { sandbox, stripe, dispute, charge } = await runWithDispute('createDisputeInquiry')
  expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect(await stripe.refunds.create({ charge, amount: 100 })).toMatchObject({ status: 'succeeded' })
  expect(sandbox.decideDispute(dispute.id, 'lost').status).toBe('warning_closed')
  expect(await disputeEvents(stripe)).toEqual(['created', 'closed'])
  expect(await balance(stripe)).toEqual([])
})

test('with winning evidence, the dispute is won and the funds are reinstated', async () => {
  const { stripe, dispute, charge } = await runWithDispute()
  const evidence = { uncategorized_text: 'winning_evidence', customer_name: 'Ada' }
  expect(await stripe.disputes.update(dispute.id, { evidence })).toMatchObject({
    status: 'won',
    evidence,
    evidence_details: { has_evidence: true, submission_count: 1 },
  })
  expect(await disputeEvents(stripe)).toEqual(['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated'])
  expect(await balance(stripe)).toEqual([11880, -11880])
  expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 11880 })
})

test('with losing evidence, the dispute is lost and the charge stays disputed', async () => {
  const { stripe, dispute, charge } = await runWithDispute()
  const lost = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } })
  expect(lost.status).toBe('lost')
  expect(await disputeEvents(stripe)).toEqual(['created', 'funds_withdrawn', 'updated', 'closed'])
  expect(await balance(stripe)).toEqual([-11880])
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true)
  await expectRefusal(stripe.refunds.create({ charge }), { code: 'charge_disputed' })
})

test('evidence can be saved before it is submitted; if it decides nothing, the dispute goes under review', async () => {
  const { sandbox, stripe, dispute } = await runWithDispute()
  const draft = await stripe.disputes.update(dispute.id, {
    evidence: { product_description: 'Six sessions' },
    metadata: { case: '7' },
    submit: false,
  })
  expect(draft).toMatchObject({
    status: 'needs_response',
    metadata: { case: '7' },
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  const submitted = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'See the calendar.' } })
  expect(submitted).toMatchObject({ status: 'under_review', evidence: { product_description: 'Six sessions' } })
  expect(sandbox.decideDispute(dispute.id, 'won').status).toBe('won')
})

test('closing a dispute loses it, and after that it cannot change', async () => {
  const { sandbox, stripe, dispute } = await runWithDispute()
  expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
  const late = stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect((await catchError(late)).message).toBe('This dispute is already closed.')
  expect((await catchError(stripe.disputes.close(dispute.id))).statusCode).toBe(400)
  expect(() => sandbox.decideDispute(dispute.id, 'won')).toThrow('This dispute is already closed.')
  expect(await balance(stripe)).toEqual([-11880])
})
