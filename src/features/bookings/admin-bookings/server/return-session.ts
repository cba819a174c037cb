import { notifyAccount } from '#features/notifications/server/public.ts'
import { extendPackage, isPackageCancelled, returnSession } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import { memberBookingPath } from '../../server/emails.ts'
import { lockChangeableBooking } from '../../server/lock-booking.ts'
import { findBooking } from '../../server/store.ts'
import { DAYS_AFTER_RETURN } from '../contract.ts'
import { returnBlocker } from '../rules.ts'
import { SESSION_RETURNED_TITLE, sessionReturnedEmail } from './emails.ts'
import { saveSessionReturn } from './store.ts'

/** Returns a used session and extends its package so that the member can use it (PRODUCT D21). */
export async function returnSessionToMember(
  context: MemberContext,
  bookingId: string,
  { reason }: { reason: string },
): Promise<null> {
  const at = context.now()
  return context.db.transaction().execute(async (tx) => {
    const unlockedBooking = await findBooking(tx, bookingId)
    const booking = await lockChangeableBooking(tx, unlockedBooking, (session) => returnBlocker(session, at))
    const { entitlementId, lineKey } = booking
    if (await isPackageCancelled(tx, entitlementId)) throw new Refused('package-over')
    await saveSessionReturn(tx, bookingId, at)
    await returnSession(tx, { causeId: bookingId, entitlementId, lineKey, at, reason })
    await extendPackage(tx, { entitlementId, lineKey, until: addSpan(at, { days: DAYS_AFTER_RETURN }), at, reason })
    await recordAction(tx, context, {
      action: 'booking.session-returned',
      object: { kind: 'booking', id: bookingId },
      reason,
      before: { state: booking.state, isForfeited: booking.isForfeited },
      after: { isReturned: true },
    })
    await notifyAccount(tx, context, booking.memberId, (reader) => ({
      reason: `session-returned:${bookingId}`,
      title: SESSION_RETURNED_TITLE,
      text: `${booking.title}: ${reason}`,
      path: memberBookingPath(booking),
      kinds: ['sessions'],
      email: (site) => sessionReturnedEmail({ booking, member: reader, reason, ...site }),
    }))
    return null
  })
}
