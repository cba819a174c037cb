import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { searchPurchases as endpoint, PurchaseFilter, PurchaseSummary } from '../contract/staff.ts'
import { readPurchaseSearch } from '../rules/purchase-search.ts'
import { type FoundPurchase, findPurchases, type PurchasesWanted } from './search-store.ts'

/** Staff look through everybody's purchases. */
export async function searchPurchases(
  { db }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await findPurchases(db, wantedBy(filter), { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ dated: at, id }) => ({ at, id }), summarizePurchase)
}

function wantedBy({ status, packageId, currency, from, until, search }: PurchaseFilter): PurchasesWanted {
  return {
    status,
    packageId,
    currency,
    from: from ? startOfDay(from) : undefined,
    before: until ? startOfDay(until, 1) : undefined,
    search: search ? readPurchaseSearch(search) : undefined,
  }
}

function summarizePurchase(row: FoundPurchase): PurchaseSummary {
  return {
    id: row.id,
    reference: row.reference,
    packageTitle: row.title,
    buyer: row.deleted_at
      ? null
      : { id: row.member_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    purchasedAt: row.dated.toISOString(),
    status: row.status,
    isProcessing: row.is_processing && row.status === 'pending',
    currency: row.currency,
    total: minorUnits(row.total),
    refunded: minorUnits(row.refunded),
    isTest: row.payment_mode === 'sandbox',
  }
}
