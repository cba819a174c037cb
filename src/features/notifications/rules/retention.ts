import { addSpan } from '#platform/shared/calendar.ts'

// In a separate file, because every portal page loads the bell's rules and the calendar code is large.

/** The retention periods in the Privacy Policy. */
const RETENTION_MONTHS = { afterReading: 12, atMost: 24 }

/** Notifications that were read or created before these times are purged. */
export function retentionCutoffs(now: Date): { read: Date; created: Date } {
  return {
    read: addSpan(now, { months: -RETENTION_MONTHS.afterReading }),
    created: addSpan(now, { months: -RETENTION_MONTHS.atMost }),
  }
}

/**
 * Excludes members older than the retention period, because their welcome notifications may already have been purged.
 */
export function isNewcomer(openedAt: Date, now: Date): boolean {
  return openedAt > retentionCutoffs(now).read
}
