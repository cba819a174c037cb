import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { PurchaseFilter, PurchaseSummary } from '../contract/staff.ts'
import { searchPurchases } from './search-purchases.ts'

/** The list of staff as a file. */
export async function downloadPurchases(context: MemberContext, filter: PurchaseFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'purchases',
    filter,
    columns,
    readPage: (cursor) => searchPurchases(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns: CsvColumns<PurchaseSummary> = {
  Reference: ({ reference }) => reference,
  Package: ({ packageTitle }) => packageTitle,
  Buyer: ({ buyer }) => buyer?.name ?? null,
  'E-mail address': ({ buyer }) => buyer?.email ?? null,
  'Date (UTC)': ({ purchasedAt }) => new Date(purchasedAt),
  Status: ({ status }) => status.replaceAll('_', ' '),
  Currency: ({ currency }) => currency,
  Total: ({ total: amount, currency }) => ({ amount, currency }),
  'Given back': ({ refunded: amount, currency }) => ({ amount, currency }),
  Test: ({ isTest }) => isTest,
}
