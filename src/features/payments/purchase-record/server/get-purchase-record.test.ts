import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { buy, newRefund } from '#tests/support/given/refunds.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const readRecord = async (id: string) => (await staff.get(`/api/admin/purchases/${id}`)).body.data

test('the record shows the consent, the payment, the invoice and the entitlement', async () => {
  const { member, id, paymentIntentId } = await buy(app)
  const record = await readRecord(id)
  expect(record).toMatchObject({
    purchase: { id, status: 'completed', total: 11_880, tax: 1_980 },
    isTest: true,
    paymentIntentId,
    buyer: { member: { id: member.id, name: 'Ada Lovelace', email: member.person.email }, kind: 'consumer' },
    consent: { start: 'today', version: expect.stringMatching(/\S/) },
    documents: [{ kind: 'invoice', total: 11_880 }],
    bought: { cancelledAt: null, extendedFrom: null },
    movements: [{ kind: 'charge', amount: 11_880, currency: 'GBP' }],
    refunds: [],
    disputes: [],
    anomalies: [],
  })
  expect(record.bought.entries.map(({ kind }: { kind: string }) => kind)).toContain('grant')
  expect(record.events.map(({ type }: { type: string }) => type)).toContain('payment_intent.succeeded')
  expect(record.emails).toMatchObject([{ subject: expect.stringContaining('payment received'), state: 'sent' }])
})

test('the record shows who requested a refund, its credit note, its ledger entry and its email', async () => {
  const { id } = await buy(app)
  await staff.post(`/api/admin/purchases/${id}/refunds`, newRefund(1_880))
  await app.settle()

  expect(await readRecord(id)).toMatchObject({
    purchase: { status: 'partially_refunded', refunded: 1_880 },
    documents: [{ kind: 'invoice' }, { kind: 'credit_note', total: 1_880 }],
    movements: [{ amount: 11_880 }, { kind: 'refund', amount: -1_880 }],
    refunds: [{ kind: 'staff', status: 'succeeded', requestedBy: 'Ada Lovelace', endsAccess: false }],
    emails: [{ subject: expect.stringContaining('is on its way') }, { subject: expect.stringContaining('received') }],
  })
})

test('an anomaly is shown with its purchase, even if it refers only to the payment', async () => {
  const { id, paymentIntentId } = await buy(app)
  const { db } = app.context
  await reportAnomaly(db, app.context, { kind: 'payment-unknown', subject: paymentIntentId, detail: {} })
  await reportAnomaly(db, app.context, { kind: 'refund-failed', subject: 're_1', detail: { purchaseId: id } })
  await reportAnomaly(db, app.context, { kind: 'refund-failed', subject: 're_2', detail: {} })
  const { anomalies } = await readRecord(id)
  expect(anomalies.map(({ subject }: { subject: string }) => subject).sort()).toEqual([paymentIntentId, 're_1'].sort())
})
