import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addDays, dayIn, startOfDayIn } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { insertDayOff } from '../../availability/server/store.ts'
import { cancelByCompany } from '../../cancellation/server/cancel-by-company.ts'
import { getConsultant } from '../../server/consultant-store.ts'
import { lockConsultant } from '../../server/lock-store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { lockBooking } from '../../server/store.ts'
import { offerSlotsQueue } from '../../waitlist/server/offer-slots-queue.ts'
import type { previewSickDay as contract } from '../contract.ts'
import { deleteReservationsBetween, listBookedBetween } from './store.ts'

export async function previewSickDay({ db, actor, now }: MemberContext): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireConsultant(db, actor.memberId)
  const { sessions, ...day } = await findRestOfDay(db, id, now())
  return { ...day, sessions: sessions.map((session) => ({ ...session, startsAt: session.startsAt.toISOString() })) }
}

/**
 * Cancels today's remaining sessions, or none if they differ from the list the consultant confirmed. The sessions are
 * returned to the members, and packages that end too soon are extended so that members can book another day.
 */
export async function reportSickDay(
  context: MemberContext,
  { sessions: expected }: { sessions: number },
): Promise<{ cancelled: number }> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { id: consultantId } = await requireConsultant(tx, actor.memberId)
    const beforeLock = await findRestOfDay(tx, consultantId, now)
    // Uses the same lock order as booking and cancelling, to avoid deadlocks.
    for (const id of new Set(beforeLock.sessions.map(({ entitlementId }) => entitlementId).sort()))
      await lockEntitlement(tx, id)
    for (const id of beforeLock.sessions.map((session) => session.id).sort()) await lockBooking(tx, id)
    await lockConsultant(tx, consultantId)
    const { today, endsAt, sessions } = await findRestOfDay(tx, consultantId, now)
    if (
      sessions.length !== expected ||
      sessions.some(({ id }) => !beforeLock.sessions.some((session) => session.id === id))
    )
      throw new Refused('sessions-changed')
    await insertDayOff(tx, consultantId, today, 'Ill')
    await deleteReservationsBetween(tx, consultantId, { from: now, until: endsAt })
    const cancellation = { by: 'consultant', reason: 'The consultant was ill' } as const
    for (const { id } of sessions) await cancelByCompany(tx, context, id, cancellation)
    await context.jobs.send(tx, offerSlotsQueue, {})
    return { cancelled: sessions.length }
  })
}

/** Finds today's sessions that have not started. "Today" is in the consultant's own time zone. */
async function findRestOfDay(db: Db, consultantId: string, now: Date) {
  const { timeZone } = await getConsultant(db, consultantId)
  const today = dayIn(timeZone, now.getTime())
  const endsAt = startOfDayIn(timeZone, addDays(today, 1))
  return { today, timeZone, endsAt, sessions: await listBookedBetween(db, consultantId, { from: now, until: endsAt }) }
}
