import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { dayIn } from '#platform/shared/zone-days.ts'
import type { Availability, OwnAvailability } from '../contract/availability.ts'
import { findOwnZone } from './find-own-zone.ts'
import { type Entry, findAvailability, listOfferedSessions } from './hours-store.ts'
import { requireEntry } from './require-entry.ts'

export async function getAvailability(context: MemberContext): Promise<OwnAvailability> {
  const { db, actor } = context
  return describeAvailability(db, context, await requireEntry(db, actor.memberId))
}

export async function describeAvailability(
  db: Db,
  { actor, now }: MemberContext,
  { id, displayName, services, isPublished }: Entry,
): Promise<OwnAvailability> {
  const timeZone = await findOwnZone(db, actor.memberId, id)
  const today = dayIn(timeZone, now().getTime())
  const saved = await findAvailability(db, id, today)
  return {
    displayName,
    isPublished,
    isSaved: saved !== undefined,
    availability: saved ?? { ...beginning, timeZone },
    offered: await listOfferedSessions(db, services),
    today,
  }
}

/** Where one begins: hours of nobody's choosing would be booked. */
const beginning: Omit<Availability, 'timeZone'> = {
  version: 0,
  bufferMinutes: 10,
  minimumNoticeMinutes: 720,
  horizonDays: 60,
  dailyLimit: null,
  meetingUrl: null,
  weeklyHours: [],
  dayHours: [],
  daysOff: [],
  sessions: null,
}
