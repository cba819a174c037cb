import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { InvoiceContent } from './issue-invoice.ts'

/** The next number of a series. The row stays locked until the transaction ends, so that no number is lost. */
export async function takeNumber(tx: Db, series: string): Promise<number> {
  const row = await tx
    .insertInto('document_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet((update) => ({ last_number: update('document_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

export async function insertInvoice(
  tx: Db,
  invoice: {
    series: string
    number: number
    reference: string
    purchaseId: string
    issuedAt: Date
    content: InvoiceContent
  },
): Promise<void> {
  await tx
    .insertInto('document')
    .values({
      series: invoice.series,
      number: invoice.number,
      reference: invoice.reference,
      kind: 'invoice',
      purchase_id: invoice.purchaseId,
      issued_at: invoice.issuedAt,
      content: invoice.content,
    })
    .execute()
}
