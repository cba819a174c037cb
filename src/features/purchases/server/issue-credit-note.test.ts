import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { issueCreditNote, reverseCreditNote } from './issue-credit-note.ts'

const app = await startApp()
afterAll(app.close)

/** A refund that is written down, so that a paper can name it. */
async function refundRow(purchaseId: string, amount: number) {
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

async function issue(purchaseId: string, amount: number) {
  const refundId = await refundRow(purchaseId, amount)
  const cause = { purchaseId, amount, reason: 'A test', refundId }
  const number = await app.context.db.transaction().execute((tx) => issueCreditNote(tx, app.context, cause))
  return { refundId, number, cause }
}

const papersOf = (purchaseId: string) =>
  app.rows(
    "select kind, reference, content from document where purchase_id = $1 and kind <> 'invoice' order by number",
    purchaseId,
  )

test('a credit note names the invoice and the reason, and freezes the words of the invoice', async () => {
  const { id } = await buy(app)
  const [{ reference: invoiceNumber, content }] = await app.rows('select * from document where purchase_id = $1', id)
  const { number } = await issue(id, 5_000)

  expect(await papersOf(id)).toMatchObject([
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

test('the same cause has one paper, and takes one number', async () => {
  const { id } = await buy(app)
  const { cause } = await issue(id, 100)
  const [before] = await app.rows("select last_number from document_series where series like 'test-cn-%'")
  const again = await app.context.db.transaction().execute((tx) => issueCreditNote(tx, app.context, cause))
  expect(again).toBeUndefined()
  expect(await papersOf(id)).toHaveLength(1)
  expect(await app.rows("select last_number from document_series where series like 'test-cn-%'")).toEqual([before])
})

test('parts that are rounded one by one take back exactly the tax of the invoice', async () => {
  const { id } = await buy(app)
  for (const amount of [1, 2, 3, 3_333, 3_333, 3_333, 1_875]) await issue(id, amount)
  const papers = await papersOf(id)
  const sum = (field: 'net' | 'tax' | 'total') => papers.reduce((total, { content }) => total + content[field], 0)
  expect([sum('net'), sum('tax'), sum('total')]).toEqual([9_900, 1_980, 11_880])
})

test('no note takes back more than the invoice asked for', async () => {
  const { id } = await buy(app)
  await issue(id, 11_000)
  await issue(id, 11_880)
  expect((await issue(id, 50)).number).toBeUndefined()
  expect((await papersOf(id)).map(({ content }) => content.total)).toEqual([11_000, 880])
})

test('a note whose money came back is undone by a paper of its own, and the next one goes on from there', async () => {
  const { id } = await buy(app)
  const { refundId } = await issue(id, 3_001)
  const reversed = { purchaseId: id, stillGone: 0, reason: 'The refund came back', refundId }
  for (const _ of [1, 2]) {
    await app.context.db.transaction().execute((tx) => reverseCreditNote(tx, app.context, reversed))
  }
  await issue(id, 11_880)
  expect((await papersOf(id)).map(({ kind, content }) => [kind, content.tax, content.total])).toEqual([
    ['credit_note', 500, 3_001],
    ['credit_note_reversal', 500, 3_001],
    ['credit_note', 1_980, 11_880],
  ])
})

test('a paper that was issued cannot be changed or taken away', async () => {
  const { id } = await buy(app)
  await issue(id, 100)
  await expect(app.rows("update document set content = '{}' where purchase_id = $1", id)).rejects.toThrow(
    'never change',
  )
  await expect(app.rows('delete from document where purchase_id = $1', id)).rejects.toThrow('never change')
})
