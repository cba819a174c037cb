import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { PurchaseStatus } from '../contract.ts'
import { Entry } from './entry.ts'

/** Whoever bought it, as staff know them; null where the account was deleted. */
export const BuyerName = z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable()

/** A purchase as it stands in the list of staff. */
export const PurchaseSummary = z.object({
  id: z.uuid(),
  reference: z.string().nullable(),
  packageTitle: z.string(),
  buyer: BuyerName,
  /** When it was paid, or else begun: what its buyer reads too. */
  purchasedAt: z.iso.datetime(),
  status: PurchaseStatus,
  isProcessing: z.boolean(),
  currency: Currency,
  total: MinorUnits,
  refunded: MinorUnits,
  /** Paid in the sandbox. */
  isTest: z.boolean(),
})
export type PurchaseSummary = z.infer<typeof PurchaseSummary>

/** The package that a purchase has brought, for staff. */
export const BoughtPackage = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Until when it was bought, where it runs longer since. */
  extendedFrom: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  entries: z.array(Entry),
})
export type BoughtPackage = z.infer<typeof BoughtPackage>

/** Days of London, both included. */
export const DaysQuery = { from: calendarDay().optional(), until: calendarDay().optional() }

/** What staff look for. The list and its file are asked the same way. */
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

export const searchPurchases = endpoint({
  method: 'GET',
  path: '/api/admin/purchases',
  summary: "Everybody's purchases, newest first",
  access: 'administrator',
  query: PageQuery.extend(PurchaseFilter.shape),
  response: pageOf(PurchaseSummary),
})

export const downloadPurchases = endpoint({
  method: 'GET',
  path: '/api/admin/purchases.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: PurchaseFilter,
  response: LargeFileAnswer,
  file: 'text/csv; charset=utf-8',
})
