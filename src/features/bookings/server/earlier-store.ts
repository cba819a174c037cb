import './tables.ts'
import { sql } from 'kysely'
import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { isAdvising } from './orphan-store.ts'
import { insertReservation, type Slot } from './reservation-store.ts'

export type StoredWindow = { from: Date; until: Date }

export async function listWindows(db: Db, bookingId: string): Promise<StoredWindow[]> {
  return db
    .selectFrom('earlier_window')
    .where('booking_id', '=', bookingId)
    .select(['starts_at as from', 'ends_at as until'])
    .orderBy('starts_at')
    .execute()
}

/** Who waits already keeps their place; who has waited before takes a new one. */
export async function saveWindows(tx: Db, bookingId: string, windows: StoredWindow[], now: Date): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('earlier_window')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('earlier_wish')
    .values({ booking_id: bookingId, wished_at: now })
    .onConflict((conflict) =>
      numDeletedRows > 0n ? conflict.doNothing() : conflict.column('booking_id').doUpdateSet({ wished_at: now }),
    )
    .execute()
  const rows = windows.map(({ from, until }) => ({ booking_id: bookingId, starts_at: from, ends_at: until }))
  await tx.insertInto('earlier_window').values(rows).execute()
}

/** @returns whether there were any */
export async function deleteWindows(tx: Db, bookingId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('earlier_window')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export type Waiting = {
  bookingId: string
  memberId: MemberId
  entitlementId: string
  /** To the microsecond, as the line is sorted. */
  wishedAt: string
}

/** Those who wait for a time that is not offered yet, the first in line first; `after`: who come after them. */
export async function listWaiting(
  db: Db,
  now: Date,
  { limit, after }: { limit: number; after: Pick<Waiting, 'wishedAt' | 'bookingId'> | undefined },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select booking.id as "bookingId", booking.member_id as "memberId", booking.entitlement_id as "entitlementId",
      earlier_wish.wished_at::text as "wishedAt"
    from earlier_wish join booking on booking.id = earlier_wish.booking_id
    where booking.state = 'booked'
      and booking.starts_at > ${now}
      and exists (
        select from earlier_window
        where earlier_window.booking_id = booking.id and earlier_window.ends_at > ${now})
      and not exists (select from earlier_offer where earlier_offer.booking_id = booking.id and answer is null)
      and (${after === undefined}
        or (earlier_wish.wished_at, booking.id) > (${after?.wishedAt ?? null}::timestamptz, ${after?.bookingId ?? null}::uuid))
    order by earlier_wish.wished_at, booking.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** When times were offered for this session that are not to be offered again, in milliseconds. */
export async function listOffered(db: Db, bookingId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('earlier_offer').where('booking_id', '=', bookingId).select('starts_at').execute()
  return new Set(rows.map((row) => row.starts_at.getTime()))
}

type NewOffer = {
  bookingId: string
  memberId: MemberId
  line: SessionLine
  slot: Slot
  expiresAt: Date
  now: Date
}

/** Keeps the time from others, and says for whom. @returns its id */
export async function insertOffer(
  tx: Db,
  { bookingId, memberId, line, slot, expiresAt, now }: NewOffer,
): Promise<string> {
  const holdId = await insertReservation(tx, { memberId, line, slot, now }, expiresAt, { isOffer: true })
  const { id } = await tx
    .insertInto('earlier_offer')
    .values({
      booking_id: bookingId,
      hold_id: holdId,
      starts_at: slot.startsAt,
      offered_at: now,
      expires_at: expiresAt,
      answer: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type StoredOffer = {
  id: string
  bookingId: string
  entitlementId: string
  startsAt: Date
  expiresAt: Date
  answer: 'accepted' | 'declined' | 'lapsed' | null
  /** What is kept; null: nothing any more. */
  holdId: string | null
  /** null also where its consultant has left. */
  slot: Slot | null
}

/** Of a session of the member. */
export async function findOffer(
  db: Db,
  memberId: MemberId,
  { bookingId, offerId = null }: { bookingId: string; offerId?: string | null },
): Promise<StoredOffer | undefined> {
  const { rows } = await sql<
    Omit<StoredOffer, 'slot'> & { consultantId: string | null; endsAt: Date; occupiedFrom: Date; occupiedUntil: Date }
  >`
    select
      earlier_offer.id, earlier_offer.booking_id as "bookingId", booking.entitlement_id as "entitlementId",
      earlier_offer.starts_at as "startsAt", earlier_offer.expires_at as "expiresAt", earlier_offer.answer,
      earlier_offer.hold_id as "holdId", hold.consultant_id as "consultantId", hold.ends_at as "endsAt",
      lower(hold.occupied) as "occupiedFrom", upper(hold.occupied) as "occupiedUntil"
    from earlier_offer
    join booking on booking.id = earlier_offer.booking_id
    left join booking as hold
      on hold.id = earlier_offer.hold_id and ${isAdvising(sql.ref('hold.consultant_id'))}
    where booking.member_id = ${memberId}
      and booking.id = ${bookingId}
      and (earlier_offer.id = ${offerId}::uuid or (${offerId}::uuid is null and earlier_offer.answer is null))
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { consultantId, endsAt, occupiedFrom, occupiedUntil, ...offer } = row
  const { startsAt } = offer
  return { ...offer, slot: consultantId ? { consultantId, startsAt, endsAt, occupiedFrom, occupiedUntil } : null }
}

/** The time is kept no more. @returns false where it was answered already, or its time was over */
export async function answerOffer(
  tx: Db,
  { id, holdId }: Pick<StoredOffer, 'id' | 'holdId'>,
  answer: 'accepted' | 'declined' | 'lapsed',
): Promise<boolean> {
  if (holdId) await lockHolds(tx, [holdId])
  const { numUpdatedRows } = await tx
    .updateTable('earlier_offer')
    .set({ answer })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (holdId) await tx.deleteFrom('booking').where('id', '=', holdId).where('is_offer', '=', true).execute()
  return true
}

/** Offers whose time is over, or that would make nothing earlier any more: what was kept is anybody's again. */
export async function endOffers(tx: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; holdId: string | null }>`
    select earlier_offer.id, earlier_offer.hold_id as "holdId"
    from earlier_offer join booking on booking.id = earlier_offer.booking_id
    where earlier_offer.answer is null
      and (earlier_offer.expires_at <= ${now}
        or not exists (
          select from booking as hold
          where hold.id = earlier_offer.hold_id and ${isAdvising(sql.ref('hold.consultant_id'))})
        or booking.state <> 'booked'
        or booking.starts_at <= earlier_offer.starts_at)
  `.execute(tx)
  if (rows.length === 0) return
  await lockHolds(
    tx,
    rows.flatMap(({ holdId }) => holdId ?? []),
  )
  const ended = await sql<{ holdId: string | null }>`
    update earlier_offer set answer = 'lapsed'
    where id in (
      select id from earlier_offer
      where id = any(${rows.map(({ id }) => id)}) and answer is null
      order by id
      for update)
    returning hold_id as "holdId"
  `.execute(tx)
  const holds = ended.rows.flatMap(({ holdId }) => holdId ?? [])
  if (holds.length > 0) {
    await tx.deleteFrom('booking').where('id', 'in', holds).where('is_offer', '=', true).execute()
  }
}

/** What is kept is locked before the offer that it is kept for, in one order: whoever lets go of it touches both. */
async function lockHolds(tx: Db, ids: string[]): Promise<void> {
  await tx
    .selectFrom('booking')
    .where('id', '=', sql<string>`any(${ids})`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function listWishesOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('earlier_wish')
    .innerJoin('booking', 'booking.id', 'earlier_wish.booking_id')
    .leftJoin('earlier_window', 'earlier_window.booking_id', 'earlier_wish.booking_id')
    .where('booking.member_id', '=', memberId)
    .select(['booking.title', 'wished_at', 'earlier_window.starts_at as from', 'earlier_window.ends_at as until'])
    .orderBy('wished_at')
    .orderBy('earlier_window.starts_at')
    .execute()
}

/** With the times that are kept for them. */
export async function deleteWishesOf(tx: Db, memberId: MemberId): Promise<void> {
  const offered = tx.selectFrom('booking').where('member_id', '=', memberId).where('is_offer', '=', true)
  const holds = await offered.select('id').execute()
  await lockHolds(
    tx,
    holds.map(({ id }) => id),
  )
  await tx.deleteFrom('booking').where('member_id', '=', memberId).where('is_offer', '=', true).execute()
  await tx
    .deleteFrom('earlier_wish')
    .using('booking')
    .whereRef('booking.id', '=', 'earlier_wish.booking_id')
    .where('booking.member_id', '=', memberId)
    .execute()
}
