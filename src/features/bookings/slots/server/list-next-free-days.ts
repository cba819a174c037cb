import type { Db } from '#platform/server/db/tables.ts'
import { rememberFor } from '#platform/server/remember-for.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { type FreeDay, MAX_DAYS } from '../contract.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { listOpenSchedules } from './store.ts'

/** Reads the schedules at most once a minute: a day may be shown a minute after its last slot was booked or has passed. */
export const listNextFreeDays = rememberFor(MINUTE_MS, readNextFreeDays)

/** Looks for a slot in which any of the consultant's sessions fits. */
async function readNextFreeDays(db: Db, now: Date): Promise<FreeDay[]> {
  const window = { from: now.getTime(), until: now.getTime() + MAX_DAYS * DAY_MS }
  const schedules = await listOpenSchedules(db, { window, now })
  return schedules.flatMap(({ consultantId, availability, commitments, minutes }) => {
    const [first] = findFreeSlots(availability, commitments, { minutes, window, now: now.getTime() })
    return first === undefined ? [] : [{ consultantId, day: companyDay(new Date(first)) }]
  })
}
