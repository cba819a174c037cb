import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/rating.ts'
import { publishingConsent, shownNameOf } from '../rules/rating.ts'
import { findPublisher, findRatedBooking, type StoredRating } from './rating-store.ts'

export async function getRating(
  { db, actor }: MemberContext,
  bookingId: string,
): Promise<ResponseOf<typeof contract.getRating>> {
  const booking = await findRatedBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const { state, rating } = booking
  const publisher = await findPublisher(db, actor.memberId)
  return {
    canRate: state === 'held',
    rating: rating ? showRating(rating) : null,
    canPublish: !publisher.isYoung,
    consent: { ...publishingConsent, shownName: shownNameOf(publisher, rating?.consent) },
  }
}

export function showRating({ score, words, consent, ratedAt }: StoredRating): contract.Rating {
  return { score, words, mayPublish: consent !== null, ratedAt: ratedAt.toISOString() }
}
