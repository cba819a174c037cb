import { startOfDay } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { addMonths, localDay } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { type Metric, MONTHS } from './contract.ts'

/** Deliverables count as due within this many days, including today. */
export const DUE_DAYS = 7

type Definition = {
  title: string
  /** Explains the metric to an owner without technical knowledge. */
  meaning: string
  /** Shown for an empty list. */
  emptyText: string
}

/** Defines every metric. Each is the count, sum or median of the rows on its own page. */
export const definitions = {
  revenue: {
    title: 'Revenue',
    meaning:
      'What was paid by card or PayPal in the month, with VAT, less what went back in it by refunds and disputes, whenever that had been paid. Each currency by itself. Payments that were only tried out are left out.',
    emptyText: 'No money came in or went back.',
  },
  'subscriptions-new': {
    title: 'New subscriptions',
    meaning: 'Subscriptions whose first month was paid in this month.',
    emptyText: 'No subscription began.',
  },
  'subscriptions-renewed': {
    title: 'Renewed subscriptions',
    meaning: 'Further months of subscriptions that were paid in this month: each month that was paid counts once.',
    emptyText: 'No subscription was renewed.',
  },
  'subscriptions-lost': {
    title: 'Lost subscriptions',
    meaning:
      'Subscriptions that ended in this month, whether they were cancelled or not paid any more. One that is cancelled counts when its last paid month is over.',
    emptyText: 'No subscription ended.',
  },
  'sessions-held': {
    title: 'Sessions held',
    meaning: 'Sessions that began in the month and that the consultant has marked as held.',
    emptyText: 'No session was held.',
  },
  'sessions-moved': {
    title: 'Sessions moved',
    meaning:
      'Sessions that were moved to another time in this month, whenever they take place. One that was moved more than once counts in the month of the last time.',
    emptyText: 'No session was moved.',
  },
  'sessions-missed': {
    title: 'Sessions missed',
    meaning: 'Sessions that began in the month and that the consultant has marked as missed by the member.',
    emptyText: 'No session was missed.',
  },
  'packages-active': {
    title: 'Active packages',
    meaning:
      'Packages that a member can use now, bought or given away. The months of one subscription are one package. Those that were cancelled, given back or disputed are left out.',
    emptyText: 'Nobody has an active package.',
  },
  'first-sessions': {
    title: 'Days until the first session',
    meaning: `Of the packages that were bought in the last ${MONTHS} months and whose first session was held: half of them waited fewer days from paying until that session began, half of them more.`,
    emptyText: 'No first session was held yet.',
  },
  'deliverables-due': {
    title: 'Deliverables due',
    meaning: `What was promised for today or the next ${DUE_DAYS - 1} days and is not delivered yet, of packages that have begun and were not given back.`,
    emptyText: 'Nothing is due.',
  },
  'deliverables-late': {
    title: 'Deliverables late',
    meaning:
      'What was promised for a day that is over and is not delivered yet, of packages that have begun and were not given back.',
    emptyText: 'Nothing is late.',
  },
  'messages-waiting': {
    title: 'Messages waiting',
    meaning:
      'Conversations with members who wait for an answer, and messages and complaints from the site that are new or in progress in the inbox. Spam is left out.',
    emptyText: 'Nobody waits for an answer.',
  },
} satisfies Record<Metric, Definition>

/** True if the rows have a due day in London time, not a UTC time. */
export function hasDueDay(metric: Metric): boolean {
  return metric === 'deliverables-due' || metric === 'deliverables-late'
}

/** "2.5 days", or a dash for null. */
export function formatDays(days: number | null): string {
  if (days === null) return '–'
  const rounded = Math.round(days * 10) / 10
  return `${rounded} ${rounded === 1 ? 'day' : 'days'}`
}

/** Computing metrics over fewer rows takes tens of milliseconds (docs/performance.md), so the cache is not used. */
export const FEW_ROWS = 10_000

/** A job recomputes them every five minutes. An older cache means that the job stopped or the clock moved. */
const MAX_CACHE_AGE_MS = 15 * MINUTE_MS

/** Whether to show the cached metrics instead of computing them. */
export function canUseCached({ asOf, rowCount }: { asOf: Date; rowCount: number }, now: Date): boolean {
  return rowCount >= FEW_ROWS && Math.abs(now.getTime() - asOf.getTime()) <= MAX_CACHE_AGE_MS
}

/** Includes `from` and excludes `before`. */
export type Period = { from: Date; before: Date }

/** Months of the overview in London time, oldest first, ending with the current one. */
export function monthsUntil(now: Date): string[] {
  const currentMonth = localDay(now, DEFAULT_TIME_ZONE).slice(0, 7)
  return Array.from({ length: MONTHS }, (_, index) => addMonths(currentMonth, index - MONTHS + 1))
}

export function toPeriod(firstMonth: string, lastMonth = firstMonth): Period {
  return { from: startOfDay(`${firstMonth}-01`), before: startOfDay(`${addMonths(lastMonth, 1)}-01`) }
}

/** Maximum number of axis steps, positive and negative together. */
const MAX_STEPS = 5

/**
 * Returns round axis values that cover all the data and include zero, in ascending order.
 * @param minStep smallest step, such as 100 to avoid pence on an axis of pounds
 */
export function chartSteps(values: number[], minStep = 1): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = Math.max(minStep, roundUp((high - low) / (MAX_STEPS - 1)))
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** Rounds up to 1, 2 or 5 times a power of ten. Never below 1, because all values are whole numbers. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power
}
