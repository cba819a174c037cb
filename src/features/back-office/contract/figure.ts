import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Currency } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** How many months the overview looks back, with the one that runs. */
export const MONTHS = 12

/** Within how many days something is due, today included. */
export const DUE_DAYS = 7

/** What the overview says of each month. */
export const MonthlyFigure = z.enum([
  'revenue',
  'subscriptions-new',
  'subscriptions-renewed',
  'subscriptions-lost',
  'sessions-held',
  'sessions-moved',
  'sessions-missed',
])
export type MonthlyFigure = z.infer<typeof MonthlyFigure>

/** What it says of now, or of all its months together. */
export const PresentFigure = z.enum([
  'packages-active',
  'first-sessions',
  'deliverables-due',
  'deliverables-late',
  'messages-waiting',
])
export type PresentFigure = z.infer<typeof PresentFigure>

export const Figure = z.enum([...MonthlyFigure.options, ...PresentFigure.options])
export type Figure = z.infer<typeof Figure>

const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'The month must be one such as 2026-11')

/** One number for each month. */
const PerMonth = z.array(z.int())

/** Of a large company: when it was counted. Null where it was counted for whoever asks. */
const AsOf = z.iso.datetime().nullable()

export const Overview = z.object({
  asOf: AsOf,
  /** Of London, the oldest first; the last one runs. */
  months: z.array(Month),
  /** In minor units, a row a currency: they are never added. */
  revenue: z.array(z.object({ currency: Currency, amounts: PerMonth })),
  subscriptions: z.object({ new: PerMonth, renewed: PerMonth, lost: PerMonth }),
  sessions: z.object({ held: PerMonth, moved: PerMonth, missed: PerMonth }),
  /** Half of them waited fewer days for their first session; null where there was none. */
  firstSessions: z.object({ packages: z.int(), medianDays: z.number().nullable() }),
  activePackages: z.int(),
  deliverablesDue: z.int(),
  deliverablesLate: z.int(),
  messagesWaiting: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Every figure of the overview, in one answer',
  access: 'administrator',
  response: Overview,
})

/** One of the things that a figure counts or adds up. */
export const FigureRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The name is null where they have left; all of it where somebody wrote through the site, whom no account tells of. */
  member: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** Of what was bought, where it is about that. */
  purchaseId: z.uuid().nullable(),
  packageTitle: z.string().nullable(),
  /** What it is, where the package alone does not say it; of a message from the site, the name of who wrote. */
  title: z.string().nullable(),
  amount: z.object({ amount: z.int(), currency: Currency }).nullable(),
  /** Until the first session. */
  days: z.number().nullable(),
})
export type FigureRow = z.infer<typeof FigureRow>

export const FigureFilter = z.strictObject({
  figure: Figure,
  /** Of a monthly figure: without it, all months of the overview. */
  month: Month.optional(),
  /** Of the revenue. */
  currency: Currency.optional(),
})
export type FigureFilter = z.infer<typeof FigureFilter>

export const listFigureRows = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  summary: 'The rows behind a figure of the overview',
  access: 'administrator',
  query: PageQuery.extend(FigureFilter.shape),
  response: pageOf(FigureRow),
})

export const FigureTotal = z.object({
  asOf: AsOf,
  count: z.int(),
  sums: z.array(z.object({ currency: Currency, amount: z.int() })),
  medianDays: z.number().nullable(),
})
export type FigureTotal = z.infer<typeof FigureTotal>

export const getFigureTotal = endpoint({
  method: 'GET',
  path: '/api/admin/figures/total',
  summary: 'A figure of the overview as the number, the sum and the median of its rows',
  access: 'administrator',
  query: FigureFilter,
  response: FigureTotal,
})

export const saveFigureRows = endpoint({
  method: 'GET',
  path: '/api/admin/figures.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: FigureFilter,
  response: LargeFileAnswer,
  file: 'text/csv',
})
