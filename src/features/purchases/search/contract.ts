import { z } from 'zod'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { PurchaseStatus } from '../contract.ts'

/** The buyer, as shown to staff; null if the account was deleted. */
export const BuyerName = z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable()

/** A purchase in the staff list. */
export const PurchaseSummary = z.object({
  id: z.uuid(),
  reference: z.string().nullable(),
  packageTitle: z.string(),
  buyer: BuyerName,
  /** The payment date, or the date the purchase was started if unpaid. The buyer sees the same date. */
  purchasedAt: z.iso.datetime(),
  status: PurchaseStatus,
  isProcessing: z.boolean(),
  currency: Currency,
  total: MinorUnits,
  refunded: MinorUnits,
  discount: MinorUnits,
  discountCode: z.string().nullable(),
  isTest: z.boolean(),
})
export type PurchaseSummary = z.infer<typeof PurchaseSummary>

/** Days in London, including the first and the last. */
export const DaysQuery = { from: calendarDay().optional(), until: calendarDay().optional() }

/** The filter for the list and its CSV file. */
export const PurchaseFilter = z.strictObject({
  status: PurchaseStatus.optional(),
  packageId: text({ max: 100 }).optional(),
  currency: Currency.optional(),
  ...DaysQuery,
  search: text({ max: 200 })
    .optional()
    .describe("The beginning of a name, an e-mail address or a reference; or the provider's number of the payment."),
})
export type PurchaseFilter = z.infer<typeof PurchaseFilter>

export const searchPurchases = endpoint('GET /api/admin/purchases', {
  summary: 'List all members’ purchases, newest first',
  access: 'administrator',
  query: PageQuery.extend(PurchaseFilter.shape),
  response: pageOf(PurchaseSummary),
})

export const downloadPurchases = endpoint('GET /api/admin/purchases.csv', {
  summary: 'Download the purchases as CSV',
  query: PurchaseFilter,
  ...csvDownload,
})
