import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { answerOffer, findOffer } from './earlier-store.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { lockMember } from './lock-store.ts'

/** The time goes to the next in line; the member waits on for another one. Declined twice it is declined once. */
export async function declineEarlierOffer(
  { db, actor, jobs }: MemberContext,
  wanted: { bookingId: string; offerId: string },
): Promise<null> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    const offer = await findOffer(tx, actor.memberId, wanted)
    if (!offer) throw new Refused('offer-not-found')
    if (offer.answer === 'declined') return null
    if (!(await answerOffer(tx, offer, 'declined'))) throw new Refused('offer-over')
    await jobs.send(tx, offerEarlierTimesJob, {})
    return null
  })
}
