import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/rating.ts'
import { consentFor, obstacleToRating } from '../rules/rating.ts'
import { showRating } from './get-rating.ts'
import { findRatedBooking, lockPublisher, lockRatedBooking, saveRating } from './rating-store.ts'

/** The member says how a held session was; what they say now replaces what they said before. */
export async function rateSession(
  { db, actor, now }: MemberContext,
  bookingId: string,
  { score, ...wish }: BodyOf<typeof contract.rateSession>,
): Promise<contract.Rating> {
  return db.transaction().execute(async (tx) => {
    await lockRatedBooking(tx, actor.memberId, bookingId)
    const booking = await findRatedBooking(tx, actor.memberId, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const publisher = await lockPublisher(tx, actor.memberId)
    const obstacle = obstacleToRating(wish, { state: booking.state, publisher, consent: booking.rating?.consent })
    if (obstacle) throw new Refused(obstacle)
    const ratedAt = now()
    const rating = { score, words: wish.words, consent: consentFor(wish, booking.rating, ratedAt), ratedAt }
    await saveRating(tx, bookingId, rating)
    return showRating(rating)
  })
}
