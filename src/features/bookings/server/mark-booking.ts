import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AgendaBooking, Mark } from '../contract/agenda.ts'
import { contradictsRating, markObstacle } from '../rules/mark.ts'
import { findAgendaBooking, lockAgendaBooking } from './agenda-store.ts'
import { changeMark } from './change-mark.ts'
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
      await changeMark(tx, context, booking, mark)
    }
    return showAgendaBooking({ ...booking, state: mark }, now)
  })
}
