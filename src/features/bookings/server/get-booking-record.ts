import { isPackageCancelled, listEntriesCausedBy } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BookingRecord } from '../contract/staff.ts'
import { bookingLog } from '../rules/booking-log.ts'
import { obstacleToChange } from '../rules/consequence.ts'
import { staffMarkObstacle } from '../rules/mark.ts'
import { returnObstacle } from '../rules/return.ts'
import { showStaffBooking } from './list-all-bookings.ts'
import { findSession, type SessionRow } from './staff-store.ts'

export async function getBookingRecord({ db, now }: MemberContext, bookingId: string): Promise<BookingRecord> {
  const row = await findSession(db, bookingId)
  if (!row) throw new Refused('booking-not-found')
  return {
    ...showStaffBooking(row),
    phone: row.place === 'phone' ? row.phone : null,
    notes: row.notes,
    meetingUrl: row.place === 'online' ? row.meeting_url : null,
    log: bookingLog(momentsOf(row), await listEntriesCausedBy(db, bookingId)),
    ...(await describeChoices(db, row, now())),
  }
}

function momentsOf({ booked_at, moved_at, cancelled_at, cancelled_by }: SessionRow) {
  return { bookedAt: booked_at, movedAt: moved_at, cancelledAt: cancelled_at, cancelledBy: cancelled_by }
}

/** What an administrator can do about it now: nobody is offered what would be refused. */
async function describeChoices(db: Db, row: SessionRow, now: Date) {
  const { state, starts_at: startsAt, is_forfeited: isForfeited, entitlement_id: entitlementId } = row
  const isReturned = row.returned_at !== null
  const isUsed = returnObstacle({ state, isForfeited, isReturned, startsAt }, now) === null
  return {
    canBeCancelled: obstacleToChange({ state, startsAt }, now) === null,
    canBeMarked: state !== 'cancelled' && staffMarkObstacle({ startsAt, isReturned }, now) === null,
    canBeReturned: isUsed && !(await isPackageCancelled(db, entitlementId)),
  }
}
