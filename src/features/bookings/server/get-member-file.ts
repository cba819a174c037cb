import { readAccountDetails } from '#features/accounts/server/public.ts'
import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type MemberFile, MOST_OTHER_SESSIONS } from '../contract/agenda.ts'
import { findAgendaBooking, listOtherBookings } from './agenda-store.ts'
import { findOwnZone } from './find-own-zone.ts'
import { findMeetingUrl } from './hours-store.ts'
import { requireEntry } from './require-entry.ts'
import { showAgendaBooking } from './show-agenda-booking.ts'

/** What a consultant may know of a member whom they serve: of their own services, and of sessions with themselves. */
export async function getMemberFile({ db, actor, now }: MemberContext, bookingId: string): Promise<MemberFile> {
  const { id, services } = await requireEntry(db, actor.memberId)
  const booking = await findAgendaBooking(db, id, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const { memberId } = booking
  const lines = await listSessionLines(db, memberId, now())
  const others = await listOtherBookings(db, id, { memberId, except: bookingId, limit: MOST_OTHER_SESSIONS })
  const isGone = booking.memberName === null
  return {
    booking: showAgendaBooking(booking, now()),
    meetingUrl: booking.place === 'online' ? await findMeetingUrl(db, id) : null,
    timeZone: await findOwnZone(db, actor.memberId, id),
    memberTimeZone: isGone ? null : (await readAccountDetails(db, memberId)).timeZone,
    packages: packagesOf(lines.filter(({ serviceType }) => services.includes(serviceType))),
    others: others.map((row) => showAgendaBooking(row, now())),
  }
}

function packagesOf(lines: SessionLine[]): MemberFile['packages'] {
  return [...Map.groupBy(lines, ({ entitlementId }) => entitlementId).values()].map((own) => ({
    packageTitle: own[0]?.packageTitle ?? '',
    until: new Date(Math.max(...own.map(({ endsAt }) => endsAt.getTime()))).toISOString(),
    sessions: own.map(({ title, minutes, left, isUnlimited }) => ({ title, minutes, left: isUnlimited ? null : left })),
  }))
}
