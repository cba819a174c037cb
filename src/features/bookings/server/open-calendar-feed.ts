import { findFeedOwner } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { looksLikeName } from '#platform/shared/greeting.ts'
import { MOST_HORIZON_DAYS } from '../contract/availability.ts'
import { CONSULTANT_PATH, memberPath } from './emails/booking.ts'
import { listSessionsOf } from './feed-store.ts'
import { type CalendarSession, writeCalendar } from './write-calendar.ts'

const DAYS_BACK = 30
/** No consultant can be booked further ahead; a day more, since days begin earlier elsewhere. */
const DAYS_AHEAD = MOST_HORIZON_DAYS + 1

/** Programs ask every few minutes at most, on several devices. */
const readings: Limit = { name: 'calendar-feed', attempts: 120, seconds: 3_600 }
/** By address, of those that belong to nobody: a calendar service asks for many people from one address. */
const guesses: Limit = { name: 'calendar-feed-unknown', attempts: 60, seconds: 3_600 }

/** The sessions of whoever the private address belongs to, as a calendar. @throws HttpProblem 404 */
export async function openCalendarFeed(context: Context, token: string, address: string): Promise<string> {
  const { db, limits, now, publicUrl } = context
  const owner = await findFeedOwner(db, token)
  if (!owner) {
    await limits.count(guesses, addressKey(address))
    throw new HttpProblem(404, 'not-found', 'There is nothing at this address.')
  }
  await limits.count(readings, owner.memberId)
  const moment = now()
  const span = { from: addSpan(moment, { days: -DAYS_BACK }), until: addSpan(moment, { days: DAYS_AHEAD }) }
  const rows = await listSessionsOf(db, owner, span)
  const sessions = rows.map((row) => sessionOf(row, row.member_id === owner.memberId))
  return writeCalendar(sessions, { method: 'PUBLISH', now: moment, publicUrl, company: await readCompany(db) })
}

type SessionRow = Awaited<ReturnType<typeof listSessionsOf>>[number]

function sessionOf(row: SessionRow, isMembers: boolean): CalendarSession {
  return {
    bookingId: row.id,
    sequence: row.sequence,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    companion: isMembers ? row.display_name : firstNameOf(row.first_name),
    place: row.place ?? 'online',
    path: isMembers ? memberPath(row) : CONSULTANT_PATH,
  }
}

/** What cannot be a name may be an advertisement. */
function firstNameOf(name: string): string | null {
  return looksLikeName(name) ? name : null
}
