import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import { memberBookingPath } from '../../server/emails.ts'
import { findMemberBooking } from '../../server/store.ts'
import { writeCalendar } from './calendar-file.ts'

/** The same entry as in the email about the booking, so that adding both leaves one. @throws Refused */
export async function getCalendarFile(context: MemberContext, bookingId: string): Promise<FileResponse> {
  const { db, actor, now, publicUrl } = context
  const booking = await findMemberBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const session = {
    ...booking,
    bookingId,
    counterpart: booking.consultantName,
    place: booking.place ?? 'online',
    path: memberBookingPath(booking),
  }
  const method = booking.state === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const calendar = writeCalendar([session], { method, now: now(), publicUrl, company: await readCompany(db) })
  return { name: 'session.ics', content: new Blob([calendar]) }
}
