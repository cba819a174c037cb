import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { type FreeDay, MAX_DAYS } from '../contract.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { listOpenSchedules } from './store.ts'

/** How long a day may still be shown after its last slot was booked or has passed. */
const FRESH_MS = MINUTE_MS

const remembered = new WeakMap<Db, { readAt: number; days: FreeDay[] }>()

/** Reads the schedules at most once a minute, however many visitors ask. */
export async function listNextFreeDays({ db, now: clock }: Pick<Context, 'db' | 'now'>): Promise<FreeDay[]> {
  const now = clock()
  const last = remembered.get(db)
  const age = last ? now.getTime() - last.readAt : FRESH_MS
  if (last && age >= 0 && age < FRESH_MS) return last.days
  const days = await readNextFreeDays(db, now)
  remembered.set(db, { readAt: now.getTime(), days })
  return days
}

/** Looks for a slot in which any of the consultant's sessions fits. */
async function readNextFreeDays(db: Db, now: Date): Promise<FreeDay[]> {
  const window = { from: now.getTime(), until: now.getTime() + MAX_DAYS * DAY_MS }
  const schedules = await listOpenSchedules(db, { window, now })
  return schedules.flatMap(({ consultantId, availability, commitments, minutes }) => {
    const [first] = findFreeSlots(availability, commitments, { minutes, window, now: now.getTime() })
    return first === undefined ? [] : [{ consultantId, day: companyDay(new Date(first)) }]
  })
}
