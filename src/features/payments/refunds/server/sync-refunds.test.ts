import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  buy,
  disputeAtProvider,
  emailSubjectsTo,
  newRefund,
  readRecords,
  refundAtProvider,
  refundsAtProvider,
} from '#tests/support/given/refunds.ts'
import { syncRefunds } from './sync-refunds.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')

const countAlerts = (subjectPart: string) => app.mails.filter(({ subject }) => subject.includes(subjectPart)).length

async function readState(member: Awaited<ReturnType<typeof app.quickMember>>) {
  const { body } = await member.get('/api/entitlements')
  return body.data.items[0].state
}

test('a disputed payment suspends its package, alerts the company and blocks refunds', async () => {
  const before = countAlerts('Payment disputed')
  const { member, id } = await buy(app, { card: 'tok_createDispute' })

  expect(await readRecords(app, id)).toMatchObject({
    status: 'disputed',
    ledger: ['charge 11880', 'dispute -11880'],
    credited: 0,
    runs: true,
  })
  expect(await readState(member)).toBe('suspended')
  expect(countAlerts('Payment disputed')).toBe(before + 1)
  const refused = await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(100))
  expect([refused.status, refused.body.code]).toEqual([409, 'purchase-disputed'])
  expect((await staff.get(`/api/admin/purchases/${id}/refunds`)).body.data.isDisputed).toBe(true)
})

test('winning a dispute restores the payment and the package', async () => {
  const { member, id, paymentIntentId } = await buy(app, { card: 'tok_createDispute' })
  app.sandbox.decideDispute(disputeAtProvider(app, paymentIntentId).id, 'won')
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'completed',
    refunded: 0,
    ledger: ['charge 11880', 'dispute -11880', 'dispute_reversal 11880'],
    credited: 0,
  })
  expect(await readState(member)).toBe('active')
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(100))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'partially_refunded', credited: 100 })
})

test('losing a dispute ends the package, issues a credit note and sends an email', async () => {
  const { member, id, paymentIntentId } = await buy(app, { card: 'tok_createDisputeProductNotReceived' })
  const dispute = disputeAtProvider(app, paymentIntentId)
  app.sandbox.decideDispute(dispute.id, 'lost')
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'refunded',
    refunded: 11_880,
    ledger: ['charge 11880', 'dispute -11880'],
    credited: 11_880,
    creditedTax: 1_980,
    runs: false,
  })
  expect(await readState(member)).toBe('cancelled')
  expect(await app.rows('select kind from document where dispute_id = $1', dispute.id)).toEqual([
    { kind: 'credit_note' },
  ])
  expect(emailSubjectsTo(app, member)).toContain('[TEST] Your MY FUTURE WEEK has ended: £118.80 refunded')
  const refused = await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(100))
  expect(refused.body.code).toBe('nothing-to-refund')
})

test('a dispute inquiry alerts the company but suspends nothing', async () => {
  const before = countAlerts('Bank enquiry about a payment')
  const { member, id, paymentIntentId } = await buy(app, { card: 'tok_createDisputeInquiry' })
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', ledger: ['charge 11880'], runs: true })
  expect(await readState(member)).toBe('active')
  expect(countAlerts('Bank enquiry about a payment')).toBe(before + 1)
  app.sandbox.decideDispute(disputeAtProvider(app, paymentIntentId).id, 'lost')
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 0, runs: true })
})

test('reconciliation finds a dispute decision even if its webhook was lost', async () => {
  const { id, paymentIntentId } = await buy(app, { card: 'tok_createDispute' })
  app.sandbox.disturbWebhooks({ drop: true })
  app.sandbox.decideDispute(disputeAtProvider(app, paymentIntentId).id, 'won')
  await app.run('reconcile-payments')
  app.sandbox.calmWebhooks()
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunded: 0, runs: true })
})

test("a deleted member's payment without an invoice can be refunded", async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  const { member, id, paymentIntentId } = await buy(app)
  app.sandbox.calmWebhooks()
  await app.rows('update account set disabled_at = now(), deleted_at = now() where id = $1', member.id)
  await app.rows("update purchase set status = 'cancelled' where id = $1", id)
  await refundAtProvider(app, { payment_intent: paymentIntentId })
  await app.settle()

  expect(await readRecords(app, id)).toMatchObject({
    status: 'cancelled',
    ledger: ['charge 11880', 'refund -11880'],
    credited: 0,
    refunds: ['succeeded'],
  })

  app.sandbox.failRefund(String(refundsAtProvider(app, paymentIntentId)[0]?.id))
  await app.settle()
  expect(await readRecords(app, id)).toMatchObject({
    ledger: ['charge 11880', 'refund -11880', 'refund_reversal 11880'],
    credited: 0,
    refunds: ['failed'],
  })
})

test('a failed refund does not reduce the credit note for a lost dispute', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const at = app.clock.now()
  const syncReported = (status: 'succeeded' | 'failed', disputes: { status: 'open' | 'lost' }[]) =>
    syncRefunds(
      {
        ...app.context,
        provider: {
          ...app.provider,
          findRefundsAndDisputes: async () => ({
            refunds: [
              {
                id: 're_1',
                requestId: undefined,
                amount: 5_000,
                status,
                failureReason: 'lost_or_stolen_card',
                createdAt: at,
              },
            ],
            disputes: disputes.map((dispute) => ({
              id: 'dp_1',
              amount: 11_880,
              reason: 'general',
              createdAt: at,
              ...dispute,
            })),
          }),
        },
      },
      id,
      paymentIntentId,
    )
  await syncReported('succeeded', [])
  await syncReported('succeeded', [{ status: 'open' }])
  await syncReported('succeeded', [{ status: 'lost' }])
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880 })
  await syncReported('failed', [{ status: 'lost' }])

  expect(await readRecords(app, id)).toMatchObject({
    status: 'refunded',
    credited: 11_880,
    creditedTax: 1_980,
    runs: false,
  })
  const { body } = await member.get('/api/portal/dashboard')
  expect(body.data.totalInvested).toEqual([{ currency: 'GBP', amount: 0 }])
})

test('a payment that was both refunded and disputed counts as zero, not as negative', async () => {
  const { member, id } = await buy(app)
  await app.rows(
    `insert into payment_entry (kind, provider_id, purchase_id, amount, currency, occurred_at)
     values ('refund', 're_twice', $1, -5000, 'GBP', now()), ('dispute', 'dp_twice', $1, -11880, 'GBP', now())`,
    id,
  )
  const { body } = await member.get('/api/portal/dashboard')
  expect(body.data.totalInvested).toEqual([{ currency: 'GBP', amount: 0 }])
})
