import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findBookingOf } from './booking-store.ts'
import { answerOffer, deleteWindows, findOffer } from './earlier-store.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { lockMember } from './lock-store.ts'

/** The member waits no more, and what is kept for them goes to the next in line. */
export async function removeEarlierWish({ db, actor, jobs }: MemberContext, bookingId: string): Promise<null> {
  const { memberId } = actor
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    if (!(await findBookingOf(tx, memberId, bookingId))) throw new Refused('booking-not-found')
    const offer = await findOffer(tx, memberId, { bookingId })
    if (offer) await answerOffer(tx, offer, 'declined')
    const hasWaited = await deleteWindows(tx, bookingId)
    if (offer || hasWaited) await jobs.send(tx, offerEarlierTimesJob, {})
    return null
  })
}
