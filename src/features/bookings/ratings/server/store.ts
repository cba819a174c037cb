import '../../server/tables.ts'
import { type InferResult, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Consent, Publisher } from '../rules.ts'

export type StoredRating = {
  score: number
  comment: string | null
  consent: Consent | null
  ratedAt: Date
}

/** Finds the member's session with its rating. Returns undefined if the account was deleted. */
export async function findRatedBooking(db: Db, memberId: MemberId, bookingId: string) {
  const row = await selectRatedBookings(db)
    .innerJoin('account', 'account.id', 'booking.memberId')
    .where('account.deletedAt', 'is', null)
    .where('booking.memberId', '=', memberId)
    .where('booking.id', '=', bookingId)
    .where('booking.state', '!=', 'reserved')
    .executeTakeFirst()
  return row && { state: row.state, rating: toRating(row) }
}

/** @param options.lock prevents changes to the profile until the transaction ends */
export async function findPublisher(
  db: Db,
  memberId: MemberId,
  { lock = false }: { lock?: boolean } = {},
): Promise<Publisher> {
  const { firstName, guardianName } = await db
    .selectFrom('account')
    .where('id', '=', memberId)
    .select(['firstName', 'guardianName'])
    .$if(lock, (query) => query.forShare())
    .executeTakeFirstOrThrow()
  return { firstName, isYoung: guardianName !== null }
}

/** Locks the booking until the transaction ends, so that concurrent ratings do not conflict. */
export async function lockRatedBooking(tx: Db, memberId: MemberId, bookingId: string): Promise<void> {
  await tx
    .selectFrom('booking')
    .where('memberId', '=', memberId)
    .where('id', '=', bookingId)
    .select('id')
    .forUpdate()
    .execute()
}

const selectRatedBookings = (db: Db) =>
  db
    .selectFrom('booking')
    .leftJoin('rating', 'rating.bookingId', 'booking.id')
    .select(['booking.state', 'booking.title', 'booking.startsAt'])
    .select(['score', 'rating.words as comment', 'consentVersion', 'consentedAt', 'shownName', 'ratedAt'])

type RatedRow = InferResult<ReturnType<typeof selectRatedBookings>>[number]

function toRating({ score, comment, ratedAt, ...row }: RatedRow): StoredRating | undefined {
  if (score === null || ratedAt === null) return undefined
  const { consentVersion: version, consentedAt: at, shownName } = row
  const consent = version !== null && at && shownName !== null ? { version, at, shownName } : null
  return { score, comment, consent, ratedAt }
}

export async function saveRating(tx: Db, bookingId: string, rating: StoredRating): Promise<void> {
  const { score, comment, consent, ratedAt } = rating
  const columns = {
    score,
    words: comment,
    mayPublish: consent !== null,
    consentVersion: consent?.version ?? null,
    consentedAt: consent?.at ?? null,
    shownName: consent?.shownName ?? null,
    ratedAt,
  }
  await tx
    .insertInto('rating')
    .values({ bookingId, ...columns })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(columns))
    .execute()
}

/** Lock the booking first, because rating a session locks it too. */
export async function isRated(tx: Db, bookingId: string): Promise<boolean> {
  const row = await tx.selectFrom('rating').where('bookingId', '=', bookingId).select('bookingId').executeTakeFirst()
  return row !== undefined
}

export async function deleteBookingRating(db: Db, bookingId: string): Promise<void> {
  await db.deleteFrom('rating').where('bookingId', '=', bookingId).execute()
}

export async function listMemberRatings(db: Db, memberId: MemberId) {
  const rows = await selectRatedBookings(db)
    .where('booking.memberId', '=', memberId)
    .where('rating.bookingId', 'is not', null)
    .orderBy('ratedAt')
    .execute()
  return rows.flatMap((row) => {
    const rating = toRating(row)
    return rating ? [{ ...rating, title: row.title, heldAt: row.startsAt }] : []
  })
}

/** Deletes the member's ratings and anything published from them. */
export async function deleteMemberRatings(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('rating')
    .using('booking')
    .whereRef('booking.id', '=', 'rating.bookingId')
    .where('booking.memberId', '=', memberId)
    .execute()
}

const selectPublishableRatings = (db: Db) =>
  db
    .selectFrom('rating')
    .innerJoin('booking', 'booking.id', 'rating.bookingId')
    .innerJoin('package', 'package.id', 'booking.packageId')
    .where('rating.mayPublish', '=', true)
    .select(['rating.bookingId', 'rating.score'])
    .select([
      sql<string>`rating.shown_name`.as('firstName'),
      sql<string>`rating.words`.as('comment'),
      'package.serviceType',
      'rating.ratedAt',
    ])

export type PublishableRating = InferResult<ReturnType<typeof selectPublishableRatings>>[number]

/** Counts all ratings of each service, whatever their score. */
export async function countServiceRatings(db: Db) {
  return db
    .selectFrom('rating')
    .innerJoin('booking', 'booking.id', 'rating.bookingId')
    .innerJoin('package', 'package.id', 'booking.packageId')
    .groupBy('package.serviceType')
    .orderBy('package.serviceType')
    .select('package.serviceType')
    .select([
      sql<number>`sum(rating.score)::int`.as('sum'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(distinct booking.member_id)::int`.as('members'),
    ])
    .execute()
}

/** Lists publishable ratings, newest first. */
export async function listPublishableRows(db: Db, page: Page) {
  return takePage(selectPublishableRatings(db), ['rating.ratedAt', 'rating.bookingId'], 'desc', page).execute()
}

/** Finds which of the given ratings we are allowed to publish. */
export async function findPublishableRatings(db: Db, bookingIds: string[]) {
  if (bookingIds.length === 0) return []
  return selectPublishableRatings(db).where('rating.bookingId', 'in', bookingIds).execute()
}
