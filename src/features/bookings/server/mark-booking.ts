import { tellMember } from '#features/notifications/server/public.ts'
import { forfeitSession, lockEntitlement, noteCorrection } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AgendaBooking, Mark } from '../contract/agenda.ts'
import { contradictsRating, markObstacle } from '../rules/mark.ts'
import { type AgendaRow, findAgendaBooking, lockAgendaBooking, saveMark } from './agenda-store.ts'
import { isRated } from './rating-store.ts'
import { requireEntry } from './require-entry.ts'
import { showAgendaBooking } from './show-agenda-booking.ts'

/** Held or missed, either way it is used: a mark that is put right changes nothing of what is left (PRODUCT D21). */
export async function markBooking(context: MemberContext, bookingId: string, mark: Mark): Promise<AgendaBooking> {
  const { db, actor } = context
  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { id } = await requireEntry(tx, actor.memberId)
    const found = await findAgendaBooking(tx, id, bookingId)
    if (!found) throw new Refused('booking-not-found')
    await lockEntitlement(tx, found.entitlementId)
    const booking = await lockAgendaBooking(tx, id, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const obstacle = markObstacle(booking, now)
    if (obstacle) throw new Refused(obstacle)
    if (booking.state !== mark) {
      if (contradictsRating(mark, { isRated: await isRated(tx, bookingId) })) throw new Refused('session-rated')
      await save(tx, context, booking, mark)
    }
    return showAgendaBooking({ ...booking, state: mark }, now)
  })
}

async function save(tx: Db, context: MemberContext, booking: AgendaRow, mark: Mark): Promise<void> {
  const { id: causeId, entitlementId, lineKey } = booking
  await saveMark(tx, causeId, mark)
  const cause = { causeId, entitlementId, lineKey, at: context.now() }
  if (mark === 'missed') await forfeitSession(tx, { ...cause, reason: 'Marked as missed' })
  if (booking.state !== 'booked') await noteCorrection(tx, { ...cause, reason: putRight[mark] })
  if (mark === 'missed' || booking.state === 'missed') await tell(tx, context, booking, mark)
}

const putRight = { held: 'Held after all', missed: 'Missed after all' } satisfies Record<Mark, string>

async function tell(tx: Db, context: MemberContext, booking: AgendaRow, mark: Mark): Promise<void> {
  const { id: causeId, memberId, memberName, title } = booking
  if (memberName === null) return
  await tellMember(tx, context, {
    memberId,
    reason: `${mark}:${causeId}`,
    path: `/portal/bookings/${causeId}`,
    ...(mark === 'missed'
      ? {
          title: 'Your session was marked as missed',
          text: `${title} counts as used. If you were there, please tell us: it can be put right.`,
        }
      : { title: 'Your session is marked as held', text: `${title} was marked as missed before. That is put right.` }),
  })
}
