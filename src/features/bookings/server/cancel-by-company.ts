import { extendPackage, returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { DAYS_AFTER_CANCELLING } from '../contract/agenda.ts'
import { obstacleToChange } from '../rules/consequence.ts'
import { lockBooking, saveCancellation } from './booking-store.ts'
import { tellItsMember } from './tell-of-booking.ts'

/**
 * We cancel a session to come, at whatever moment: it is the member's again, their package runs long enough to hold it
 * another day, and they are told how to go on. With its package locked. One that cannot be cancelled stays as it is.
 */
export async function cancelByCompany(
  tx: Db,
  context: Context,
  causeId: string,
  { by, reason }: { by: 'consultant' | 'administrator'; reason: string },
): Promise<void> {
  const at = context.now()
  const before = await lockBooking(tx, causeId)
  if (obstacleToChange(before, at)) return
  const { entitlementId, lineKey } = before
  await saveCancellation(tx, causeId, { at, by, isForfeited: false })
  await returnSession(tx, { causeId, entitlementId, lineKey, at, reason })
  await extendPackage(tx, { entitlementId, lineKey, until: addSpan(at, { days: DAYS_AFTER_CANCELLING }), at, reason })
  await tellItsMember(tx, context, { news: 'cancelled', booking: await lockBooking(tx, causeId) })
}
