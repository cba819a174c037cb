import { listSessionLines } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Booking } from '../contract.ts'
import { obstacleOf } from '../rules/bookable.ts'
import { listBookingsOf, listOpenBookings } from './booking-store.ts'
import { countSessionsOf } from './overview-store.ts'
import { showBooking } from './show-booking.ts'

type SessionsOverview = { upcoming: Booking[]; upcomingCount: number; completedCount: number; canBook: boolean }

/** For the dashboard: how many sessions there are, the next ones of them, and whether another can be booked. */
export async function getSessionsOverview(
  { db, actor, now }: MemberContext,
  { limit }: { limit: number },
): Promise<SessionsOverview> {
  const moment = now()
  const [counts, next, lines, open] = await Promise.all([
    countSessionsOf(db, actor.memberId, moment),
    listBookingsOf(db, actor.memberId, { when: 'upcoming', now: moment, limit, after: undefined }),
    listSessionLines(db, actor.memberId, moment),
    listOpenBookings(db, actor.memberId, moment),
  ])
  return {
    upcoming: next.map(showBooking),
    upcomingCount: counts.upcoming,
    completedCount: counts.completed,
    canBook: lines.some((line) => obstacleOf(line, { lines, open }, moment).obstacle === null),
  }
}
