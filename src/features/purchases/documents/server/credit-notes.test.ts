import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '#platform/server/db/tables.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { issueCreditNote, reverseCreditNote } from './credit-notes.ts'

const app = await startApp()
afterAll(app.close)

/** The amount and its tax, in pence. */
const INVOICE_TOTAL = 11_880

test("a credit note gives the invoice and the reason, and copies the invoice's details", async () => {
  const { id } = await buy(app)
  const [{ reference: invoiceNumber, content }] = await app.rows('select * from document where purchase_id = $1', id)
  const { number } = await refundAndIssue(id, 5_000)

  expect(await listCreditNotes(id)).toMatchObject([
    {
      kind: 'credit_note',
      reference: number,
      content: {
        seller: content.seller,
        buyer: content.buyer,
        description: content.description,
        isTest: true,
        net: 4_167,
        tax: 833,
        total: 5_000,
        correction: { invoiceNumber, reason: 'A test' },
      },
    },
  ])
})

test('a refund gets one credit note with one number, even if it is issued again', async () => {
  const { id } = await buy(app)
  const { cause } = await refundAndIssue(id, 100)
  const [before] = await app.rows("select last_number from number_sequence where sequence like 'test-cn-%'")
  const repeated = await inTransaction((tx) => issueCreditNote(tx, app.context, cause))
  expect(repeated).toBeUndefined()
  expect(await listCreditNotes(id)).toHaveLength(1)
  expect(await app.rows("select last_number from number_sequence where sequence like 'test-cn-%'")).toEqual([before])
})

test("the tax on partial credit notes adds up to exactly the invoice's tax", async () => {
  const { id } = await buy(app)
  for (const amount of [1, 2, 3, 3_333, 3_333, 3_333, 1_875]) await refundAndIssue(id, amount)
  const creditNotes = await listCreditNotes(id)
  const sum = (field: 'net' | 'tax' | 'total') => creditNotes.reduce((total, { content }) => total + content[field], 0)
  expect([sum('net'), sum('tax'), sum('total')]).toEqual([9_900, 1_980, INVOICE_TOTAL])
})

test('credit notes never exceed the invoice total', async () => {
  const { id } = await buy(app)
  await refundAndIssue(id, 11_000)
  await refundAndIssue(id, INVOICE_TOTAL)
  expect((await refundAndIssue(id, 50)).number).toBeUndefined()
  expect((await listCreditNotes(id)).map(({ content }) => content.total)).toEqual([11_000, 880])
})

test('when a refund is returned, its credit note is reversed once, and the whole total can be credited again', async () => {
  const { id } = await buy(app)
  const { refundId } = await refundAndIssue(id, 3_001)
  const reversal = { purchaseId: id, remaining: 0, reason: 'The refund came back', refundId }
  for (const _ of [1, 2]) await inTransaction((tx) => reverseCreditNote(tx, app.context, reversal))
  await refundAndIssue(id, INVOICE_TOTAL)
  expect((await listCreditNotes(id)).map(({ kind, content }) => [kind, content.tax, content.total])).toEqual([
    ['credit_note', 500, 3_001],
    ['credit_note_reversal', 500, 3_001],
    ['credit_note', 1_980, INVOICE_TOTAL],
  ])
})

/** Inserts a refund, so that a credit note can refer to it. */
async function insertRefund(purchaseId: string, amount: number) {
  const id = randomUUID()
  await app.rows(
    `insert into refund (id, purchase_id, kind, reason, amount, currency, status, ends_access, requested_at)
     values ($1, $2, 'staff', 'A test', $3, 'GBP', 'succeeded', false, now())`,
    id,
    purchaseId,
    amount,
  )
  return id
}

async function refundAndIssue(purchaseId: string, amount: number) {
  const refundId = await insertRefund(purchaseId, amount)
  const cause = { purchaseId, amount, reason: 'A test', refundId }
  const number = await inTransaction((tx) => issueCreditNote(tx, app.context, cause))
  return { refundId, number, cause }
}

function inTransaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result> {
  return app.context.db.transaction().execute(work)
}

function listCreditNotes(purchaseId: string) {
  return app.rows(
    "select kind, reference, content from document where purchase_id = $1 and kind <> 'invoice' order by number",
    purchaseId,
  )
}
