import { notifyMember } from '#features/notifications/server/public.ts'
import { forfeitSession, lockEntitlement, recordCorrection } from '#features/purchases/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isRated } from '../../ratings/server/store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import type { AgendaBooking, Attendance } from '../contract.ts'
import { attendanceBlocker, contradictsRating } from '../rules.ts'
import { showAgendaBooking } from './agenda.ts'
import { type AgendaRow, findAgendaBooking, lockAgendaBooking, updateAttendance } from './store.ts'

/** Marks a session as held or missed. Both count as used, so a correction does not change the balance (PRODUCT D21). */
export async function markAttendance(
  context: MemberContext,
  bookingId: string,
  attendance: Attendance,
): Promise<AgendaBooking> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { id } = await requireConsultant(tx, actor.memberId)
    const unlockedBooking = await findAgendaBooking(tx, id, bookingId)
    if (!unlockedBooking) throw new Refused('booking-not-found')
    await lockEntitlement(tx, unlockedBooking.entitlementId)
    const booking = await lockAgendaBooking(tx, id, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const blocker = attendanceBlocker(booking, now)
    if (blocker) throw new Refused(blocker)
    if (booking.state !== attendance) {
      if (contradictsRating(attendance, { isRated: await isRated(tx, bookingId) })) throw new Refused('session-rated')
      await saveAttendance(tx, context, booking, attendance)
    }
    return showAgendaBooking({ ...booking, state: attendance }, now)
  })
}

/**
 * Saves the attendance in the booking and the ledger, and notifies the member. The caller must have locked the package
 * and the booking.
 */
export async function saveAttendance(
  tx: Db,
  context: Context,
  booking: AgendaRow,
  attendance: Attendance,
): Promise<void> {
  const { id: causeId, entitlementId, lineKey } = booking
  await updateAttendance(tx, causeId, attendance)
  const entry = { causeId, entitlementId, lineKey, at: context.now() }
  if (attendance === 'missed') await forfeitSession(tx, { ...entry, reason: 'Marked as missed' })
  if (booking.state !== 'booked') await recordCorrection(tx, { ...entry, reason: correctionReasons[attendance] })
  if (attendance === 'missed' || booking.state === 'missed')
    await notifyAttendanceMarked(tx, context, booking, attendance)
}

const correctionReasons = { held: 'Took place after all', missed: 'Missed after all' } satisfies Record<
  Attendance,
  string
>

async function notifyAttendanceMarked(
  tx: Db,
  context: Context,
  booking: AgendaRow,
  attendance: Attendance,
): Promise<void> {
  const { id: causeId, memberId, memberName, title } = booking
  if (memberName === null) return
  await notifyMember(tx, context, {
    memberId,
    reason: `${attendance}:${causeId}`,
    path: `/portal/bookings/${causeId}`,
    ...(attendance === 'missed'
      ? {
          title: 'Your session was marked as missed',
          text: `${title} counts as used. If you were there, tell us and we’ll put it right.`,
        }
      : {
          title: 'Your session is now marked as completed',
          text: `${title} was marked as missed. We’ve corrected that.`,
        }),
  })
}
