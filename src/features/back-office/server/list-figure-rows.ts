import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listFigureRows as endpoint, FigureRow } from '../contract/figure.ts'
import { listRows, type StoredRow } from './figure-store.ts'
import { choiceOf } from './read-choice.ts'

export async function listFigureRows(
  { db, now, paymentMode }: MemberContext & { paymentMode: PaymentMode },
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const situation = { now: now(), paymentMode }
  const choice = choiceOf(filter, situation.now)
  const rows = await listRows(db, situation, { ...choice, limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ at, id }) => ({ at, id }), showRow)
}

function showRow(row: StoredRow): FigureRow {
  const { id, at, member_id, member_name, purchase_id, package_title, title, amount, currency, days } = row
  return {
    id,
    at: at.toISOString(),
    member: member_id === null ? null : { id: member_id, name: member_name },
    purchaseId: purchase_id,
    packageTitle: package_title,
    title,
    amount: amount !== null && currency ? { amount, currency } : null,
    days,
  }
}
