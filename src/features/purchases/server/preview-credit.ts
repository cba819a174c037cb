import type { Db } from '#platform/server/db/tables.ts'
import { splitCredit } from '../rules.ts'
import { getInvoice, sumCredited } from './document-store.ts'

/** What the credit note would say if so much went back now, in minor units. Of a purchase that is paid. */
export async function previewCredit(
  db: Db,
  purchaseId: string,
  amount: number,
): Promise<{ net: number; tax: number; total: number }> {
  const { content } = await getInvoice(db, purchaseId)
  const before = await sumCredited(db, purchaseId)
  const after = Math.min(before + amount, content.total)
  const { net, tax } = splitCredit(content, { before, after })
  return { net, tax, total: net + tax }
}
