import { extendPackage, returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { notifyBookingMember } from '../../server/notify-booking-changed.ts'
import { lockBooking, saveCancellation } from '../../server/store.ts'
import { MIN_DAYS_AFTER_CANCELLATION } from '../contract.ts'
import { changeBlocker } from '../rules.ts'

/**
 * Cancels an upcoming session and returns it to the member, however short the notice. Extends the package so that they
 * can book again. The caller must have locked the package. Does nothing if the session cannot be cancelled.
 */
export async function cancelByCompany(
  tx: Db,
  context: Context,
  causeId: string,
  { by, reason }: { by: 'consultant' | 'administrator'; reason: string },
): Promise<void> {
  const at = context.now()
  const before = await lockBooking(tx, causeId)
  if (changeBlocker(before, at)) return
  const { entitlementId, lineKey } = before
  await saveCancellation(tx, causeId, { at, by, isForfeited: false })
  await returnSession(tx, { causeId, entitlementId, lineKey, at, reason })
  await extendPackage(tx, {
    entitlementId,
    lineKey,
    until: addSpan(at, { days: MIN_DAYS_AFTER_CANCELLATION }),
    at,
    reason,
  })
  await notifyBookingMember(tx, context, { event: 'cancelled', booking: await lockBooking(tx, causeId) })
}
