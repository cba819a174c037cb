import { findAccount, wantsMail } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import { extendPackage, isPackageCancelled, lockEntitlement, returnSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import { DAYS_AFTER_RETURN } from '../contract/return.ts'
import { returnObstacle } from '../rules/return.ts'
import { findBooking, lockBooking, type StoredBooking, saveReturn } from './booking-store.ts'
import { memberPath } from './emails/booking.ts'
import { RETURNED_TITLE, sessionReturnedLetter } from './emails/returned.ts'

/** Staff give a session back that counts as used; its package runs long enough to use it (PRODUCT D21). */
export async function returnBooking(
  context: MemberContext,
  bookingId: string,
  { reason }: { reason: string },
): Promise<null> {
  const at = context.now()
  return context.db.transaction().execute(async (tx) => {
    const found = await findBooking(tx, bookingId)
    if (!found) throw new Refused('booking-not-found')
    await lockEntitlement(tx, found.entitlementId)
    const booking = await lockBooking(tx, bookingId)
    const obstacle = returnObstacle(booking, at)
    if (obstacle) throw new Refused(obstacle)
    const { entitlementId, lineKey } = booking
    if (await isPackageCancelled(tx, entitlementId)) throw new Refused('package-over')
    await saveReturn(tx, bookingId, at)
    await returnSession(tx, { causeId: bookingId, entitlementId, lineKey, at, reason })
    await extendPackage(tx, { entitlementId, lineKey, until: addSpan(at, { days: DAYS_AFTER_RETURN }), at, reason })
    await recordAction(tx, context, {
      action: 'booking.returned',
      object: { kind: 'booking', id: bookingId },
      reason,
      before: { state: booking.state, isForfeited: booking.isForfeited },
      after: { isReturned: true },
    })
    await tell(tx, context, booking, reason)
    return null
  })
}

async function tell(tx: Db, context: MemberContext, booking: StoredBooking, reason: string): Promise<void> {
  const { id, memberId, title } = booking
  const member = await findAccount(tx, memberId)
  if (!member) return
  const told = { reason: `returned:${id}`, title: RETURNED_TITLE, path: memberPath(booking) }
  await tellMember(tx, context, { ...told, memberId, text: `${title}: ${reason}` })
  if (!(await wantsMail(tx, memberId, 'sessions'))) return
  const company = await readCompany(tx)
  const { publicUrl } = context
  await queueMail(tx, context, told.reason, sessionReturnedLetter({ booking, member, reason, company, publicUrl }))
}
