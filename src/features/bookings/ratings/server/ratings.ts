import type { Context, MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { rememberFor } from '#platform/server/remember-for.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyOf, QueryOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { decideConsent, publicAverage, publishingConsent, ratingBlocker, toShownName } from '../rules.ts'
import {
  countServiceRatings,
  deleteBookingRating,
  findPublisher,
  findRatedBooking,
  listPublishableRows,
  lockRatedBooking,
  type StoredRating,
  saveRating,
} from './store.ts'

/** Reads the ratings at most once a minute, however many visitors ask. */
export const listServiceRatings = rememberFor(MINUTE_MS, async (db): Promise<contract.ServiceRating[]> => {
  const services = await countServiceRatings(db)
  return services.flatMap(({ serviceType, ...ratings }) => {
    const average = publicAverage(ratings)
    return average === null ? [] : [{ serviceType, average, count: ratings.count }]
  })
})

export async function listPublishableRatings(
  { db }: Context,
  { cursor, limit }: QueryOf<typeof contract.listPublishableRatings>,
) {
  const rows = await listPublishableRows(db, { after: afterCursor(cursor), limit: limit + 1 })
  const toCursor = ({ ratedAt, bookingId }: (typeof rows)[number]) => ({ at: ratedAt, id: bookingId })
  return pageFrom(rows, limit, toCursor, (row) => ({ ...row, ratedAt: row.ratedAt.toISOString() }))
}

/** Saves the rating of a held session, replacing any earlier one. */
export async function rateSession(
  { db, actor, now }: MemberContext,
  bookingId: string,
  { score, ...request }: BodyOf<typeof contract.rateSession>,
): Promise<contract.Rating> {
  return db.transaction().execute(async (tx) => {
    await lockRatedBooking(tx, actor.memberId, bookingId)
    const booking = await findRatedBooking(tx, actor.memberId, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const publisher = await findPublisher(tx, actor.memberId, { lock: true })
    const blocker = ratingBlocker(request, { state: booking.state, publisher, consent: booking.rating?.consent })
    if (blocker) throw new Refused(blocker)
    const ratedAt = now()
    const consent = decideConsent(request, booking.rating, ratedAt)
    const rating = { score, comment: request.comment, consent, ratedAt }
    await saveRating(tx, bookingId, rating)
    return showRating(rating)
  })
}

export async function getRating({ db, actor }: MemberContext, bookingId: string) {
  const booking = await findRatedBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const { state, rating } = booking
  const publisher = await findPublisher(db, actor.memberId)
  return {
    canRate: state === 'held',
    rating: rating ? showRating(rating) : null,
    canPublish: !publisher.isYoung,
    consent: { ...publishingConsent, shownName: toShownName(publisher, rating?.consent) },
  }
}

function showRating({ score, comment, consent, ratedAt }: StoredRating): contract.Rating {
  return { score, comment, mayPublish: consent !== null, ratedAt: ratedAt.toISOString() }
}

/** Deletes the rating and anything published from it. Repeating the request has no effect. */
export async function deleteRating({ db, actor }: MemberContext, bookingId: string): Promise<null> {
  if (!(await findRatedBooking(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  await deleteBookingRating(db, bookingId)
  return null
}
