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
  /** Shown if the list is empty. */
  emptyText: string
}

/** Defines every metric. Each is the count, sum or median of the rows listed on its own page. */
export const definitions = {
  revenue: {
    title: 'Revenue',
    meaning:
      'Card and PayPal payments in the month, including VAT, less refunds and disputes in the same month, whenever the original payment was made. Each currency is counted separately. Once the site is live, test payments aren’t included.',
    emptyText: 'No payments or refunds.',
  },
  'subscriptions-new': {
    title: 'New subscriptions',
    meaning: 'Subscriptions whose first payment was made in the month.',
    emptyText: 'No new subscriptions.',
  },
  'subscriptions-renewed': {
    title: 'Renewed subscriptions',
    meaning: 'Renewal payments made in the month. Each month paid for counts once.',
    emptyText: 'No renewals.',
  },
  'subscriptions-lost': {
    title: 'Lost subscriptions',
    meaning:
      'Subscriptions that ended in the month because they were cancelled or the payments stopped. A cancelled subscription counts once its last paid month ends.',
    emptyText: 'No subscriptions ended.',
  },
  'sessions-held': {
    title: 'Completed sessions',
    meaning: 'Sessions that started in the month and were marked as completed by the consultant.',
    emptyText: 'No completed sessions.',
  },
  'sessions-moved': {
    title: 'Moved sessions',
    meaning:
      'Sessions rescheduled in the month, whatever their new date. A session moved more than once counts in the month of its latest move.',
    emptyText: 'No moved sessions.',
  },
  'sessions-missed': {
    title: 'No-shows',
    meaning: 'Sessions that started in the month and were marked as a no-show by the consultant.',
    emptyText: 'No one missed a session.',
  },
  'packages-active': {
    title: 'Active packages',
    meaning:
      'Packages that members can use now, whether bought or granted. All the months of a subscription count as one package. Cancelled, refunded and disputed packages aren’t included.',
    emptyText: 'No active packages.',
  },
  'first-sessions': {
    title: 'Days to first session',
    meaning: `The median time from payment to the first session: half were quicker, half took longer. Counts packages bought in the last ${MONTHS} months whose first session has been completed.`,
    emptyText: 'No completed first sessions yet.',
  },
  'deliverables-due': {
    title: 'Deliverables due',
    meaning: `Deliverables due today or in the next ${DUE_DAYS - 1} days and not yet delivered, for packages that have started and haven’t been refunded.`,
    emptyText: 'Nothing is due.',
  },
  'deliverables-late': {
    title: 'Overdue deliverables',
    meaning:
      'Deliverables past their due date and not yet delivered, for packages that have started and haven’t been refunded.',
    emptyText: 'Nothing is overdue.',
  },
  'messages-waiting': {
    title: 'Unanswered messages',
    meaning:
      'Conversations where a member is waiting for a reply, plus website messages and complaints that are new or in progress in the inbox. Spam isn’t included.',
    emptyText: 'No messages need a reply.',
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

/**
 * A job refreshes the cache every five minutes. An older cache means that the job has stopped or the clock has moved.
 */
const MAX_CACHE_AGE_MS = 15 * MINUTE_MS

/** Whether to show the cached metrics instead of computing them. */
export function canUseCached({ asOf, rowCount }: { asOf: Date; rowCount: number }, now: Date): boolean {
  return rowCount >= FEW_ROWS && Math.abs(now.getTime() - asOf.getTime()) <= MAX_CACHE_AGE_MS
}

/** Includes `from` and excludes `before`. */
export type Period = { from: Date; before: Date }

/** The overview's months in London time, oldest first, ending with the current one. */
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
