import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { type DocumentContent, readContent } from './document-content.ts'

/** Reads the invoice and locks the purchase, so that its credit notes are issued one after another. */
export async function lockInvoice(
  tx: Db,
  purchaseId: string,
): Promise<{ reference: string; content: DocumentContent }> {
  await tx.selectFrom('purchase').where('id', '=', purchaseId).select('id').forUpdate().execute()
  return getInvoice(tx, purchaseId)
}

/** The purchase must have been paid for. */
export async function getInvoice(db: Db, purchaseId: string): Promise<{ reference: string; content: DocumentContent }> {
  const row = await db
    .selectFrom('document')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'invoice')
    .select(['reference', 'content'])
    .executeTakeFirstOrThrow()
  return { reference: row.reference, content: readContent(row.content) }
}

/** The total credited on a purchase, gross, in minor units. */
export async function sumCredited(tx: Db, purchaseId: string): Promise<number> {
  const rows = await tx
    .selectFrom('document')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '!=', 'invoice')
    .select(['kind', 'content'])
    .execute()
  return rows.reduce((sum, { kind, content }) => sum + (kind === 'credit_note' ? content.total : -content.total), 0)
}

type CreditNote = {
  kind: 'credit_note' | 'credit_note_reversal'
  purchaseId: string
  cause: { refundId: string } | { disputeId: string }
  sequence: string
  issuedAt: Date
  content: DocumentContent
}

/**
 * Assigns the number and stores the document in one statement, so that numbers have no gaps. If a document was already
 * issued for this cause, no number is used up.
 * @returns the reference of the new document
 */
export async function writeCreditNote(
  tx: Db,
  { kind, purchaseId, cause, sequence, issuedAt, content }: CreditNote,
): Promise<string | undefined> {
  const refundId = 'refundId' in cause ? cause.refundId : null
  const disputeId = 'disputeId' in cause ? cause.disputeId : null
  const { rows } = await sql<{ reference: string }>`
    with numbered as (
      insert into number_sequence as counter (sequence, last_number)
      select ${sequence}, 1
      where not exists (
        select from document where kind = ${kind} and (refund_id = ${refundId}::uuid or dispute_id = ${disputeId}::text)
      )
      on conflict (sequence) do update set last_number = counter.last_number + 1
      returning counter.sequence, counter.last_number as number
    )
    insert into document (sequence, number, reference, kind, purchase_id, refund_id, dispute_id, issued_at, content)
    select sequence, number, upper(sequence) || '-' || lpad(number::text, greatest(6, length(number::text)), '0'), ${kind},
      ${purchaseId}::uuid, ${refundId}::uuid, ${disputeId}::text, ${issuedAt}::timestamptz, ${content}::jsonb
    from numbered
    returning reference
  `.execute(tx)
  return rows[0]?.reference
}

/** The last number used in each sequence. */
export type NumberSequences = Record<string, number>

export async function readNumberSequences(db: Db): Promise<NumberSequences> {
  const rows = await db.selectFrom('numberSequence').selectAll().orderBy('sequence').execute()
  return Object.fromEntries(rows.map((row) => [row.sequence, row.lastNumber]))
}

/** @returns the sequences that were behind, with the numbers that were skipped */
export async function advanceNumberSequences(
  tx: Db,
  last: NumberSequences,
): Promise<{ series: string; from: number; until: number }[]> {
  const current = await readNumberSequences(tx)
  const behind = Object.entries(last).filter(([sequence, number]) => number > (current[sequence] ?? 0))
  for (const [sequence, number] of behind) {
    await tx
      .insertInto('numberSequence')
      .values({ sequence, lastNumber: number })
      .onConflict((conflict) => conflict.column('sequence').doUpdateSet({ lastNumber: number }))
      .execute()
  }
  return behind.map(([sequence, until]) => ({ series: sequence, from: (current[sequence] ?? 0) + 1, until }))
}
