import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'

type Stripe = Awaited<ReturnType<typeof runSandbox>>['stripe']

const types = [
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
]

/** What the shop hears of disputes, oldest first, without the prefix. */
async function heard(stripe: Stripe) {
  const { data } = await stripe.events.list({ types, limit: 100 })
  return data.map(({ type }) => type.replace('charge.dispute.', '')).reverse()
}

async function disputed(stripe: Stripe, card = 'createDispute') {
  const paid = await stripe.paymentIntents.create({
    amount: 11880,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    payment_method: `pm_card_${card}`,
    confirm: true,
    expand: ['latest_charge'],
  })
  const { data } = await stripe.disputes.list({ payment_intent: paid.id })
  const [dispute] = data
  if (!dispute) throw new Error('The payment was not disputed')
  return { paid, dispute, charge: String(dispute.charge) }
}

const balance = async (stripe: Stripe) =>
  (await stripe.balanceTransactions.list({ limit: 100, type: 'adjustment' })).data.map(({ amount }) => amount)

for (const [card, reason] of [
  ['createDispute', 'fraudulent'],
  ['createDisputeProductNotReceived', 'product_not_received'],
] as const) {
  test(`${card} pays, and disputes the payment at once as ${reason}`, async () => {
    const { stripe } = await runSandbox()
    const { paid, dispute, charge } = await disputed(stripe, card)
    expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { id: charge, disputed: true } })
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      reason,
      amount: 11880,
      currency: 'gbp',
      is_charge_refundable: false,
      balance_transactions: [{ amount: -11880, fee: 2000, net: -13880, source: dispute.id }],
    })
    expect(await heard(stripe)).toEqual(['created', 'funds_withdrawn'])
    expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' })
  })
}

test('an inquiry asks a question and takes no money', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { dispute, charge } = await disputed(stripe, 'createDisputeInquiry')
  expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect(await stripe.refunds.create({ charge, amount: 100 })).toMatchObject({ status: 'succeeded' })
  expect(sandbox.decideDispute(dispute.id, 'lost').status).toBe('warning_closed')
  expect(await heard(stripe)).toEqual(['created', 'closed'])
  expect(await balance(stripe)).toEqual([])
})

test('with good evidence the shop wins, and the money comes back', async () => {
  const { stripe } = await runSandbox()
  const { dispute, charge } = await disputed(stripe)
  const won = await stripe.disputes.update(dispute.id, {
    evidence: { uncategorized_text: 'winning_evidence', customer_name: 'Ada' },
  })
  expect(won).toMatchObject({
    status: 'won',
    evidence: { customer_name: 'Ada', uncategorized_text: 'winning_evidence' },
    evidence_details: { has_evidence: true, submission_count: 1 },
  })
  expect(await heard(stripe)).toEqual(['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated'])
  expect(await balance(stripe)).toEqual([11880, -11880])
  expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 11880 })
})

test('with poor evidence the shop loses, and the charge stays disputed', async () => {
  const { stripe } = await runSandbox()
  const { dispute, charge } = await disputed(stripe)
  const lost = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'losing_evidence' } })
  expect(lost.status).toBe('lost')
  expect(await heard(stripe)).toEqual(['created', 'funds_withdrawn', 'updated', 'closed'])
  expect(await balance(stripe)).toEqual([-11880])
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true)
  expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' })
})

test('evidence can be collected before it is handed in, and other evidence waits for the bank', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { dispute } = await disputed(stripe)
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
  const sent = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'See the calendar.' } })
  expect(sent).toMatchObject({ status: 'under_review', evidence: { product_description: 'Six sessions' } })
  expect(sandbox.decideDispute(dispute.id, 'won').status).toBe('won')
})

test('who gives in has lost, and a closed dispute stays as it is', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { dispute } = await disputed(stripe)
  expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
  const late = stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect((await errorOf(late)).message).toBe('This dispute is already closed.')
  expect((await errorOf(stripe.disputes.close(dispute.id))).statusCode).toBe(400)
  expect(() => sandbox.decideDispute(dispute.id, 'won')).toThrow('This dispute is already closed.')
  expect(await balance(stripe)).toEqual([-11880])
})
