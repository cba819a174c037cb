import { getAccountDetails } from '#features/accounts/server/public.ts'
import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getConsultant } from '../../server/consultant-store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { type ConsultantBooking, MAX_OTHER_SESSIONS } from '../contract.ts'
import { showAgendaBooking } from './agenda.ts'
import { findAgendaBooking, listOtherBookings } from './store.ts'

/** Shows a consultant only data about their own services and the member's sessions with them. */
export async function getConsultantBooking(
  { db, actor, now }: MemberContext,
  bookingId: string,
): Promise<ConsultantBooking> {
  const { id, services } = await requireConsultant(db, actor.memberId)
  const booking = await findAgendaBooking(db, id, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const { memberId } = booking
  const { timeZone, meetingUrl } = await getConsultant(db, id)
  const lines = await listSessionLines(db, memberId, now())
  const otherBookings = await listOtherBookings(db, id, { memberId, except: bookingId, limit: MAX_OTHER_SESSIONS })
  const isMemberDeleted = booking.memberName === null
  return {
    booking: showAgendaBooking(booking, now()),
    meetingUrl: booking.place === 'online' ? meetingUrl : null,
    timeZone,
    memberTimeZone: isMemberDeleted ? null : (await getAccountDetails(db, memberId)).timeZone,
    packages: toPackages(lines.filter(({ serviceType }) => services.includes(serviceType))),
    others: otherBookings.map((row) => showAgendaBooking(row, now())),
  }
}

function toPackages(lines: SessionLine[]): ConsultantBooking['packages'] {
  return [...Map.groupBy(lines, ({ entitlementId }) => entitlementId).values()].map((packageLines) => ({
    packageTitle: packageLines[0]?.packageTitle ?? '',
    until: new Date(Math.max(...packageLines.map(({ endsAt }) => endsAt.getTime()))).toISOString(),
    sessions: packageLines.map(({ title, minutes, left, isUnlimited }) => ({
      title,
      minutes,
      left: isUnlimited ? null : left,
    })),
  }))
}
