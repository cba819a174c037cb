import { findFeedOwner } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import { MAX_HORIZON_DAYS } from '../../availability/contract.ts'
import { CONSULTANT_PATH, memberBookingPath } from '../../server/emails.ts'
import { type CalendarSession, writeCalendar } from './calendar-file.ts'
import { listAccountSessions } from './store.ts'

const DAYS_BACK = 30
/** Sessions cannot be booked further ahead than this. The extra day allows for time zones. */
const DAYS_AHEAD = MAX_HORIZON_DAYS + 1

/** Calendar apps poll every few minutes at most, from several devices. */
const FEED_RATE_LIMIT: RateLimit = { name: 'calendar-feed', attempts: 120, seconds: 3_600 }
/**
 * Applies to unknown tokens from one IP address. A calendar service may read many valid feeds from a single address.
 */
const UNKNOWN_TOKEN_RATE_LIMIT: RateLimit = { name: 'calendar-feed-unknown', attempts: 60, seconds: 3_600 }

/** Returns the token owner's sessions as a calendar. @throws HttpError 404 */
export async function getCalendarFeed(context: Context, token: string, address: string): Promise<string> {
  const { db, limits, now, publicUrl } = context
  const owner = await findFeedOwner(db, token)
  if (!owner) {
    await limits.count(UNKNOWN_TOKEN_RATE_LIMIT, addressKey(address))
    throw new HttpError(404, 'not-found', 'There is nothing at this address.')
  }
  await limits.count(FEED_RATE_LIMIT, owner.memberId)
  const moment = now()
  const span = { from: addSpan(moment, { days: -DAYS_BACK }), until: addSpan(moment, { days: DAYS_AHEAD }) }
  const rows = await listAccountSessions(db, owner, span)
  const sessions = rows.map((row) => toCalendarSession(row, row.memberId === owner.memberId))
  return writeCalendar(sessions, { method: 'PUBLISH', now: moment, publicUrl, company: await readCompany(db) })
}

type SessionRow = Awaited<ReturnType<typeof listAccountSessions>>[number]

function toCalendarSession(row: SessionRow, isForMember: boolean): CalendarSession {
  return {
    bookingId: row.id,
    sequence: row.sequence,
    title: row.title,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    // A name field may contain an advertisement, so only plausible names are put in calendars.
    counterpart: isForMember ? row.displayName : looksLikeName(row.firstName) ? row.firstName : null,
    place: row.place ?? 'online',
    path: isForMember ? memberBookingPath(row) : CONSULTANT_PATH,
  }
}
