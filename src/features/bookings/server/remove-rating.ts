import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { deleteRating, findRatedBooking } from './rating-store.ts'

/** What was published of it goes with it. Taken back twice it is gone once. */
export async function removeRating({ db, actor }: MemberContext, bookingId: string): Promise<null> {
  if (!(await findRatedBooking(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  await deleteRating(db, bookingId)
  return null
}
