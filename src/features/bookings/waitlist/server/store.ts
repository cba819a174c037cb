import '../../server/tables.ts'
import { sql } from 'kysely'
import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { insertBooking } from '../../booking/server/store.ts'
import { isActiveConsultant } from '../../server/consultant-store.ts'
import type { Slot } from '../../slots/rules/buffer.ts'

export type StoredWindow = { from: Date; until: Date }

export async function listWindows(db: Db, bookingId: string): Promise<StoredWindow[]> {
  return db
    .selectFrom('waitlistWindow')
    .where('bookingId', '=', bookingId)
    .select(['startsAt as from', 'endsAt as until'])
    .orderBy('startsAt')
    .execute()
}

/**
 * Changing the windows keeps the member's place on the waitlist. A member who leaves and joins again gets a new place.
 */
export async function saveWindows(tx: Db, bookingId: string, windows: StoredWindow[], now: Date): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('waitlistWindow')
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('waitlistEntry')
    .values({ bookingId, joinedAt: now })
    .onConflict((conflict) =>
      numDeletedRows > 0n ? conflict.doNothing() : conflict.column('bookingId').doUpdateSet({ joinedAt: now }),
    )
    .execute()
  const rows = windows.map(({ from, until }) => ({ bookingId, startsAt: from, endsAt: until }))
  await tx.insertInto('waitlistWindow').values(rows).execute()
}

/** @returns whether the member was on the waitlist */
export async function deleteWindows(tx: Db, bookingId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waitlistWindow')
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export type WaitingEntry = {
  bookingId: string
  memberId: MemberId
  entitlementId: string
  /** Stored as text, because a Date would lose the microseconds used to sort the waitlist. */
  joinedAt: string
}

/** Lists entries without an open offer, in waitlist order. `after` is the last entry on the previous page. */
export async function listWaitingEntries(
  db: Db,
  now: Date,
  { limit, after }: { limit: number; after: Pick<WaitingEntry, 'joinedAt' | 'bookingId'> | undefined },
): Promise<WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select booking.id as "bookingId", booking.member_id as "memberId", booking.entitlement_id as "entitlementId",
      waitlist_entry.joined_at::text as "joinedAt"
    from waitlist_entry join booking on booking.id = waitlist_entry.booking_id
    where booking.state = 'booked'
      and booking.starts_at > ${now}
      and exists (
        select from waitlist_window
        where waitlist_window.booking_id = booking.id and waitlist_window.ends_at > ${now})
      and not exists (select from waitlist_offer where waitlist_offer.booking_id = booking.id and answer is null)
      and (${after === undefined}
        or (waitlist_entry.joined_at, booking.id) > (${after?.joinedAt ?? null}::timestamptz, ${after?.bookingId ?? null}::uuid))
    order by waitlist_entry.joined_at, booking.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Start times that have been offered before, in milliseconds. They are not offered again. */
export async function listOfferedStarts(db: Db, bookingId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('waitlistOffer').where('bookingId', '=', bookingId).select('startsAt').execute()
  return new Set(rows.map((row) => row.startsAt.getTime()))
}

type NewOffer = {
  bookingId: string
  memberId: MemberId
  line: SessionLine
  slot: Slot
  expiresAt: Date
  now: Date
}

/** Reserves the slot and records the offer. @returns the offer's id */
export async function insertOffer(
  tx: Db,
  { bookingId, memberId, line, slot, expiresAt, now }: NewOffer,
): Promise<string> {
  const reserved = { state: 'reserved', reservedUntil: expiresAt, isOffer: true } as const
  const reservationId = await insertBooking(tx, { memberId, line, slot, now, ...reserved })
  const { id } = await tx
    .insertInto('waitlistOffer')
    .values({ bookingId, reservationId, startsAt: slot.startsAt, offeredAt: now, expiresAt, answer: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type StoredOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>

/**
 * Finds an offer for the member's session. Without `offerId`, finds the open offer.
 * @returns an offer without a slot once the reservation is deleted or if the consultant has left
 */
export async function findOffer(
  db: Db,
  memberId: MemberId,
  { bookingId, offerId }: { bookingId: string; offerId?: string },
) {
  const row = await db
    .selectFrom('waitlistOffer')
    .innerJoin('booking', 'booking.id', 'waitlistOffer.bookingId')
    .leftJoin('booking as hold', (join) =>
      join.onRef('hold.id', '=', 'waitlistOffer.reservationId').on(isActiveConsultant(sql.ref('hold.consultantId'))),
    )
    .where('booking.memberId', '=', memberId)
    .where('booking.id', '=', bookingId)
    .where((where) => (offerId ? where('waitlistOffer.id', '=', offerId) : where('waitlistOffer.answer', 'is', null)))
    .select(['waitlistOffer.id', 'waitlistOffer.reservationId', 'waitlistOffer.startsAt', 'waitlistOffer.expiresAt'])
    .select(['waitlistOffer.answer', 'booking.entitlementId', 'hold.consultantId', 'hold.endsAt'])
    .select([sql<Date>`lower(hold.occupied)`.as('occupiedFrom'), sql<Date>`upper(hold.occupied)`.as('occupiedUntil')])
    .executeTakeFirst()
  if (!row) return undefined
  const { consultantId, endsAt, occupiedFrom, occupiedUntil, ...offer } = row
  const { startsAt } = offer
  return {
    ...offer,
    slot: consultantId && endsAt ? { consultantId, startsAt, endsAt, occupiedFrom, occupiedUntil } : null,
  }
}

type OfferKey = Pick<StoredOffer, 'id' | 'reservationId'>

/** Records the answer and deletes the reservation. @returns false if the offer has been answered or has lapsed */
export function answerOffer(tx: Db, offer: OfferKey, answer: 'accepted' | 'declined' | 'lapsed'): Promise<boolean> {
  return endOffers(tx, [offer], answer)
}

/** Ends offers that have expired or are no longer earlier than the booked session, and frees their slots. */
export async function expireOffers(tx: Db, now: Date): Promise<void> {
  const { rows } = await sql<OfferKey>`
    select waitlist_offer.id, waitlist_offer.reservation_id as "reservationId"
    from waitlist_offer join booking on booking.id = waitlist_offer.booking_id
    where waitlist_offer.answer is null
      and (waitlist_offer.expires_at <= ${now}
        or not exists (
          select from booking as hold
          where hold.id = waitlist_offer.reservation_id and ${isActiveConsultant(sql.ref('hold.consultantId'))})
        or booking.state <> 'booked'
        or booking.starts_at <= waitlist_offer.starts_at)
  `.execute(tx)
  if (rows.length > 0) await endOffers(tx, rows, 'lapsed')
}

/** @returns whether an offer was still open */
async function endOffers(tx: Db, offers: OfferKey[], answer: NonNullable<StoredOffer['answer']>): Promise<boolean> {
  await lockReservations(
    tx,
    offers.flatMap(({ reservationId }) => reservationId ?? []),
  )
  const { rows: ended } = await sql<Pick<OfferKey, 'reservationId'>>`
    update waitlist_offer set answer = ${answer}
    where id in (
      select id from waitlist_offer
      where id = any(${offers.map(({ id }) => id)}) and answer is null
      order by id
      for update)
    returning reservation_id as "reservationId"
  `.execute(tx)
  const reservationIds = ended.flatMap(({ reservationId }) => reservationId ?? [])
  await tx
    .deleteFrom('booking')
    .where('id', '=', sql<string>`any(${reservationIds})`)
    .where('isOffer', '=', true)
    .execute()
  return ended.length > 0
}

/** Locks reservations before their offers, in id order, because every change to an offer affects both. */
async function lockReservations(tx: Db, ids: string[]): Promise<void> {
  await tx
    .selectFrom('booking')
    .where('id', '=', sql<string>`any(${ids})`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function listMemberWaitlistEntries(db: Db, memberId: MemberId) {
  return db
    .selectFrom('waitlistEntry')
    .innerJoin('booking', 'booking.id', 'waitlistEntry.bookingId')
    .leftJoin('waitlistWindow', 'waitlistWindow.bookingId', 'waitlistEntry.bookingId')
    .where('booking.memberId', '=', memberId)
    .select(['booking.title', 'joinedAt', 'waitlistWindow.startsAt as from', 'waitlistWindow.endsAt as until'])
    .orderBy('joinedAt')
    .orderBy('waitlistWindow.startsAt')
    .execute()
}

/** Deletes the entries and their reserved slots. */
export async function deleteMemberWaitlistEntries(tx: Db, memberId: MemberId): Promise<void> {
  const offeredSlots = tx.selectFrom('booking').where('memberId', '=', memberId).where('isOffer', '=', true)
  const reservations = await offeredSlots.select('id').execute()
  await lockReservations(
    tx,
    reservations.map(({ id }) => id),
  )
  await tx.deleteFrom('booking').where('memberId', '=', memberId).where('isOffer', '=', true).execute()
  await tx
    .deleteFrom('waitlistEntry')
    .using('booking')
    .whereRef('booking.id', '=', 'waitlistEntry.bookingId')
    .where('booking.memberId', '=', memberId)
    .execute()
}
