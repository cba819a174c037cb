import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { fullName } from '#platform/shared/person-name.ts'
import type { searchPurchases as endpoint, PurchaseFilter, PurchaseSummary } from '../contract.ts'
import { readPurchaseSearch } from '../rules.ts'
import { type FoundPurchase, findPurchases, type PurchaseCriteria } from './store.ts'

/** Downloads the list of purchases as CSV. */
export async function downloadPurchases(context: MemberContext, filter: PurchaseFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'purchases',
    filter,
    columns,
    readPage: (cursor) => searchPurchases(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<PurchaseSummary> = {
  Reference: ({ reference }) => reference,
  Package: ({ packageTitle }) => packageTitle,
  Buyer: ({ buyer }) => buyer?.name ?? null,
  'Email address': ({ buyer }) => buyer?.email ?? null,
  'Date (UTC)': ({ purchasedAt }) => new Date(purchasedAt),
  Status: ({ status }) => status.replaceAll('_', ' '),
  Currency: ({ currency }) => currency,
  Total: ({ total: amount, currency }) => ({ amount, currency }),
  Refunded: ({ refunded: amount, currency }) => ({ amount, currency }),
  Test: ({ isTest }) => isTest,
  'Discount code': ({ discountCode }) => discountCode,
  'Discount before tax': ({ discount: amount, currency }) => ({ amount, currency }),
}

/** Staff see every member's purchases. */
export async function searchPurchases(
  { db }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await findPurchases(db, toCriteria(filter), { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ purchasedAt: at, id }) => ({ at, id }), summarisePurchase)
}

function toCriteria({ status, packageId, currency, from, until, search }: PurchaseFilter): PurchaseCriteria {
  return {
    status,
    packageId,
    currency,
    from: from ? startOfDay(from) : undefined,
    before: until ? startOfDay(until, 1) : undefined,
    search: search ? readPurchaseSearch(search) : undefined,
  }
}

function summarisePurchase(row: FoundPurchase): PurchaseSummary {
  return {
    id: row.id,
    reference: row.reference,
    packageTitle: row.title,
    buyer: row.deletedAt ? null : { id: row.memberId, name: fullName(row.firstName, row.lastName), email: row.email },
    purchasedAt: row.purchasedAt.toISOString(),
    status: row.status,
    isProcessing: row.isProcessing && row.status === 'pending',
    currency: row.currency,
    total: minorUnits(row.total),
    refunded: minorUnits(row.refunded),
    discount: row.discount,
    discountCode: row.discountCode,
    isTest: row.paymentMode === 'sandbox',
  }
}
