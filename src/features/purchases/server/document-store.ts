import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { type DocumentContent, readContent } from './describe-invoice.ts'

/** The invoice of a purchase, held with the purchase: two notes for it are written one after the other. */
export async function lockInvoice(
  tx: Db,
  purchaseId: string,
): Promise<{ reference: string; content: DocumentContent }> {
  await tx.selectFrom('purchase').where('id', '=', purchaseId).select('id').forUpdate().execute()
  return getInvoice(tx, purchaseId)
}

/** Of a purchase that is paid. */
export async function getInvoice(db: Db, purchaseId: string): Promise<{ reference: string; content: DocumentContent }> {
  const row = await db
    .selectFrom('document')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', 'invoice')
    .select(['reference', 'content'])
    .executeTakeFirstOrThrow()
  return { reference: row.reference, content: readContent(row.content) }
}

/** What the credit notes of a purchase take back altogether, gross, in minor units. */
export async function sumCredited(tx: Db, purchaseId: string): Promise<number> {
  const rows = await tx
    .selectFrom('document')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '!=', 'invoice')
    .select(['kind', 'content'])
    .execute()
  return rows.reduce((sum, { kind, content }) => sum + (kind === 'credit_note' ? content.total : -content.total), 0)
}

type CreditNote = {
  kind: 'credit_note' | 'credit_note_reversal'
  purchaseId: string
  cause: { refundId: string } | { disputeId: string }
  series: string
  issuedAt: Date
  content: DocumentContent
}

/**
 * Number and paper in one statement, without gaps, like those of invoices. Where the paper of this cause is there
 * already, no number is taken.
 * @returns the reference of the new paper
 */
export async function writeCreditNote(
  tx: Db,
  { kind, purchaseId, cause, series, issuedAt, content }: CreditNote,
): Promise<string | undefined> {
  const refundId = 'refundId' in cause ? cause.refundId : null
  const disputeId = 'disputeId' in cause ? cause.disputeId : null
  const { rows } = await sql<{ reference: string }>`
    with numbered as (
      insert into document_series as counter (series, last_number)
      select ${series}, 1
      where not exists (
        select from document where kind = ${kind} and (refund_id = ${refundId}::uuid or dispute_id = ${disputeId}::text)
      )
      on conflict (series) do update set last_number = counter.last_number + 1
      returning counter.series, counter.last_number as number
    )
    insert into document (series, number, reference, kind, purchase_id, refund_id, dispute_id, issued_at, content)
    select series, number, upper(series) || '-' || lpad(number::text, greatest(6, length(number::text)), '0'), ${kind},
      ${purchaseId}::uuid, ${refundId}::uuid, ${disputeId}::text, ${issuedAt}::timestamptz, ${content}::jsonb
    from numbered
    returning reference
  `.execute(tx)
  return rows[0]?.reference
}
