import { listSessionLines } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { sessionBlocker } from '../booking/rules.ts'
import { showBooking } from './show-booking.ts'
import { countMemberSessions, listMemberBookings, listOpenBookings } from './store.ts'

/** Dashboard data: session counts, the next sessions and whether the member can book more. */
export async function getSessionsOverview({ db, actor, now }: MemberContext, { limit }: { limit: number }) {
  const moment = now()
  const [counts, upcoming, lines, openBookings] = await Promise.all([
    countMemberSessions(db, actor.memberId, moment),
    listMemberBookings(db, actor.memberId, { when: 'upcoming', now: moment, limit, after: undefined }),
    listSessionLines(db, actor.memberId, moment),
    listOpenBookings(db, actor.memberId, moment),
  ])
  return {
    upcoming: upcoming.map(showBooking),
    upcomingCount: counts.upcoming,
    completedCount: counts.completed,
    /** True even if every booking was cancelled. */
    hasBooked: counts.booked > 0,
    canBook: lines.some((line) => sessionBlocker(line, { lines, openBookings }).blocker === null),
  }
}
