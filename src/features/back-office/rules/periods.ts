import { startOfDay } from '#platform/shared/calendar.ts'
import { addMonths, localDay } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { MONTHS } from '../contract/figure.ts'

/** From its first moment to just before the other. */
export type Period = { from: Date; before: Date }

/** The months of the overview by London's clock, the oldest first and the one that runs last. */
export function monthsUntil(now: Date): string[] {
  const running = localDay(now, DEFAULT_TIME_ZONE).slice(0, 7)
  return Array.from({ length: MONTHS }, (_, index) => addMonths(running, index - MONTHS + 1))
}

export function periodOf(first: string, last = first): Period {
  return { from: startOfDay(`${first}-01`), before: startOfDay(`${addMonths(last, 1)}-01`) }
}
