import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BookingState } from '../contract.ts'
import type { Consent, Publisher } from '../rules/rating.ts'

export type StoredRating = {
  score: number
  words: string | null
  consent: Consent | null
  ratedAt: Date
}

export type RatedBooking = { state: BookingState; rating: StoredRating | undefined }

/** A session of the member, with what they said of it; none of somebody who has left meanwhile. */
export async function findRatedBooking(
  db: Db,
  memberId: MemberId,
  bookingId: string,
): Promise<RatedBooking | undefined> {
  const row = await ratedBookings(db)
    .innerJoin('account', 'account.id', 'booking.member_id')
    .where('account.deleted_at', 'is', null)
    .where('booking.member_id', '=', memberId)
    .where('booking.id', '=', bookingId)
    .where('booking.state', '!=', 'reserved')
    .executeTakeFirst()
  return row && { state: row.state, rating: ratingIn(row) }
}

const publishers = (db: Db, memberId: MemberId) =>
  db.selectFrom('account').where('id', '=', memberId).select(['first_name', 'guardian_name'])

function toPublisher(account: { first_name: string; guardian_name: string | null }): Publisher {
  return { firstName: account.first_name, isYoung: account.guardian_name !== null }
}

/** What the member's profile says of them. */
export async function findPublisher(db: Db, memberId: MemberId): Promise<Publisher> {
  return toPublisher(await publishers(db, memberId).executeTakeFirstOrThrow())
}

/** Their profile stays so until the transaction ends. */
export async function lockPublisher(tx: Db, memberId: MemberId): Promise<Publisher> {
  return toPublisher(await publishers(tx, memberId).forShare().executeTakeFirstOrThrow())
}

/** Held until the transaction ends: of two answers the later one replaces all of the earlier. */
export async function lockRatedBooking(tx: Db, memberId: MemberId, bookingId: string): Promise<void> {
  await tx
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('id', '=', bookingId)
    .select('id')
    .forUpdate()
    .execute()
}

const ratedBookings = (db: Db) =>
  db
    .selectFrom('booking')
    .leftJoin('rating', 'rating.booking_id', 'booking.id')
    .select(['booking.state', 'booking.title', 'booking.starts_at'])
    .select(['score', 'words', 'consent_version', 'consented_at', 'shown_name', 'rated_at'])

type RatingColumns = {
  score: number | null
  words: string | null
  consent_version: string | null
  consented_at: Date | null
  shown_name: string | null
  rated_at: Date | null
}

function ratingIn({ score, words, rated_at, ...columns }: RatingColumns): StoredRating | undefined {
  if (score === null || rated_at === null) return undefined
  return { score, words, consent: consentIn(columns), ratedAt: rated_at }
}

function consentIn({
  consent_version: version,
  consented_at: at,
  shown_name: shownName,
}: Pick<RatingColumns, 'consent_version' | 'consented_at' | 'shown_name'>): Consent | null {
  return version !== null && at && shownName !== null ? { version, at, shownName } : null
}

export async function saveRating(tx: Db, bookingId: string, rating: StoredRating): Promise<void> {
  const { score, words, consent, ratedAt } = rating
  const columns = {
    score,
    words,
    may_publish: consent !== null,
    consent_version: consent?.version ?? null,
    consented_at: consent?.at ?? null,
    shown_name: consent?.shownName ?? null,
    rated_at: ratedAt,
  }
  await tx
    .insertInto('rating')
    .values({ booking_id: bookingId, ...columns })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(columns))
    .execute()
}

/** Behind the lock of the booking, which whoever rates it holds too. */
export async function isRated(tx: Db, bookingId: string): Promise<boolean> {
  const row = await tx.selectFrom('rating').where('booking_id', '=', bookingId).select('booking_id').executeTakeFirst()
  return row !== undefined
}

export async function deleteRating(db: Db, bookingId: string): Promise<void> {
  await db.deleteFrom('rating').where('booking_id', '=', bookingId).execute()
}

export async function listRatingsOf(db: Db, memberId: MemberId) {
  const rows = await ratedBookings(db)
    .where('booking.member_id', '=', memberId)
    .where('rating.booking_id', 'is not', null)
    .orderBy('rated_at')
    .execute()
  return rows.flatMap((row) => {
    const rating = ratingIn(row)
    return rating ? [{ ...rating, title: row.title, heldAt: row.starts_at }] : []
  })
}

/** What is published of them goes too. */
export async function deleteRatingsOf(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('rating')
    .using('booking')
    .whereRef('booking.id', '=', 'rating.booking_id')
    .where('booking.member_id', '=', memberId)
    .execute()
}

export type AllowedRating = {
  bookingId: string
  firstName: string
  score: number
  words: string
  serviceType: ServiceType
  ratedAt: Date
}

const allowedRatings = (db: Db) =>
  db
    .selectFrom('rating')
    .innerJoin('booking', 'booking.id', 'rating.booking_id')
    .innerJoin('package', 'package.id', 'booking.package_id')
    .where('rating.may_publish', '=', true)
    .select(['rating.booking_id as bookingId', 'rating.score'])
    .select([
      sql<string>`rating.shown_name`.as('firstName'),
      sql<string>`rating.words`.as('words'),
      'package.service_type as serviceType',
      'rating.rated_at as ratedAt',
    ])

/** Newest first, from just after a place in that order. */
export async function listAllowedRatings(
  db: Db,
  { after, limit }: { after: { at: Date; id: string } | undefined; limit: number },
): Promise<AllowedRating[]> {
  let query = allowedRatings(db)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('rating.rated_at', 'rating.booking_id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('rating.rated_at', 'desc').orderBy('rating.booking_id', 'desc').limit(limit).execute()
}

/** Those of these ratings whose words may be told to everybody. */
export async function findAllowedRatings(db: Db, bookingIds: string[]): Promise<AllowedRating[]> {
  if (bookingIds.length === 0) return []
  return allowedRatings(db).where('rating.booking_id', 'in', bookingIds).execute()
}
