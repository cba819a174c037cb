import type { Recurring } from '../products/price.ts'

export interface Period {
  /** Seconds since 1970. */
  start: number
  end: number
}

/**
 * The period that begins at `start`. Every period ends on the day of the anchor, or on the last day of a month that
 * has no such day: 31 January, 28 February, 31 March.
 */
export function periodFrom(start: number, anchor: number, { interval, interval_count }: Recurring): Period {
  const months = interval_count * (interval === 'year' ? 12 : 1)
  return { start, end: monthsAfter(anchor, monthsBetween(anchor, start) + months) }
}

function monthsBetween(anchor: number, instant: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(instant * 1000)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, daysInMonthOf(date)))
  return Math.floor(date.getTime() / 1000)
}

function daysInMonthOf(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
