import { addSpan } from '#platform/shared/calendar.ts'

/** As the Privacy Policy says. */
const KEPT_MONTHS = { afterReading: 12, atMost: 24 }

/** What was read, or told, before these moments is forgotten. */
export function forgottenBefore(now: Date): { read: Date; told: Date } {
  return {
    read: addSpan(now, { months: -KEPT_MONTHS.afterReading }),
    told: addSpan(now, { months: -KEPT_MONTHS.atMost }),
  }
}

/** Nobody is welcomed anew whose welcome may have been forgotten. */
export function isNewcomer(openedAt: Date, now: Date): boolean {
  return openedAt > forgottenBefore(now).read
}
