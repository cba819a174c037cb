import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { releaseReserved } from './agenda-store.ts'
import { lockBooking } from './booking-store.ts'
import { cancelByCompany } from './cancel-by-company.ts'
import { findRestOfDay } from './find-rest-of-day.ts'
import { insertDayOff } from './hours-store.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { lockConsultant } from './lock-store.ts'
import { requireEntry } from './require-entry.ts'

/**
 * The rest of today is cancelled as the consultant has read it, or nothing is. The sessions are the members' again, and
 * their packages run long enough to hold them another day.
 */
export async function reportIllness(
  context: MemberContext,
  { sessions: expected }: { sessions: number },
): Promise<{ cancelled: number }> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { id: consultantId } = await requireEntry(tx, actor.memberId)
    const own = { accountId: actor.memberId, consultantId }
    const found = await findRestOfDay(tx, own, now)
    // The locks of whoever books or cancels, in their order.
    for (const id of new Set(found.sessions.map(({ entitlementId }) => entitlementId).sort()))
      await lockEntitlement(tx, id)
    for (const id of found.sessions.map((session) => session.id).sort()) await lockBooking(tx, id)
    await lockConsultant(tx, consultantId)
    const { today, endsAt, sessions } = await findRestOfDay(tx, own, now)
    if (sessions.length !== expected || sessions.some(({ id }) => !found.sessions.some((known) => known.id === id)))
      throw new Refused('sessions-changed')
    await insertDayOff(tx, consultantId, today, 'Ill')
    await releaseReserved(tx, consultantId, { from: now, until: endsAt })
    const why = { by: 'consultant', reason: 'The consultant was ill' } as const
    for (const { id } of sessions) await cancelByCompany(tx, context, id, why)
    await context.jobs.send(tx, offerEarlierTimesJob, {})
    return { cancelled: sessions.length }
  })
}
