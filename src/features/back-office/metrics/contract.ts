import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { Currency } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** Months shown in the overview, including the current one. */
export const MONTHS = 12

export const MonthlyMetric = z.enum([
  'revenue',
  'subscriptions-new',
  'subscriptions-renewed',
  'subscriptions-lost',
  'sessions-held',
  'sessions-moved',
  'sessions-missed',
])
export type MonthlyMetric = z.infer<typeof MonthlyMetric>

/** The metrics for the current state, or for all the months together. */
export const CurrentMetric = z.enum([
  'packages-active',
  'first-sessions',
  'deliverables-due',
  'deliverables-late',
  'messages-waiting',
])
export type CurrentMetric = z.infer<typeof CurrentMetric>

export const Metric = z.enum([...MonthlyMetric.options, ...CurrentMetric.options])
export type Metric = z.infer<typeof Metric>

const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Enter a month, for example 2026-11')

const PerMonth = z.array(z.int())

/** Time the metrics were cached. Null if they were computed for this request. */
const AsOf = z.iso.datetime().nullable()

export const Overview = z.object({
  asOf: AsOf,
  /** Months in London time, oldest first, ending with the current month. */
  months: z.array(Month),
  /** Minor units, one row per currency. Currencies are never added up. */
  revenue: z.array(z.object({ currency: Currency, amounts: PerMonth })),
  subscriptions: z.object({ new: PerMonth, renewed: PerMonth, lost: PerMonth }),
  sessions: z.object({ held: PerMonth, moved: PerMonth, missed: PerMonth }),
  /** Median days from payment to the first session. Null if there was none. */
  firstSessions: z.object({ packages: z.int(), medianDays: z.number().nullable() }),
  activePackages: z.int(),
  deliverablesDue: z.int(),
  deliverablesLate: z.int(),
  messagesWaiting: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint('GET /api/admin/overview', {
  summary: 'Get every metric on the overview',
  access: 'administrator',
  response: Overview,
})

/** One row behind a metric. */
export const MetricRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The name is null if the member was deleted. The member is null for a message from the public contact form. */
  member: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** The purchase behind the row, if any. */
  purchaseId: z.uuid().nullable(),
  packageTitle: z.string().nullable(),
  /** Details beyond the package title, or the sender's name for a message from the public contact form. */
  title: z.string().nullable(),
  amount: z.object({ amount: z.int(), currency: Currency }).nullable(),
  /** Days until the first session. */
  days: z.number().nullable(),
})
export type MetricRow = z.infer<typeof MetricRow>

export const MetricFilter = z.strictObject({
  metric: Metric,
  /** Applies to monthly metrics. Defaults to all months of the overview. */
  month: Month.optional(),
  /** Applies to revenue only. */
  currency: Currency.optional(),
})
export type MetricFilter = z.infer<typeof MetricFilter>

export const listMetricRows = endpoint('GET /api/admin/metrics', {
  summary: 'List the rows behind a metric on the overview',
  access: 'administrator',
  query: PageQuery.extend(MetricFilter.shape),
  response: pageOf(MetricRow),
})

export const MetricTotal = z.object({
  asOf: AsOf,
  count: z.int(),
  sums: z.array(z.object({ currency: Currency, amount: z.int() })),
  medianDays: z.number().nullable(),
})
export type MetricTotal = z.infer<typeof MetricTotal>

export const getMetricTotal = endpoint('GET /api/admin/metrics/total', {
  summary: 'Get the count, sum and median of a metric’s rows',
  access: 'administrator',
  query: MetricFilter,
  response: MetricTotal,
})

export const downloadMetricRows = endpoint('GET /api/admin/metrics.csv', {
  summary: 'Download the rows behind a metric as CSV',
  query: MetricFilter,
  ...csvDownload,
})
