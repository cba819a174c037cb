import './tables.ts'
import { sql } from 'kysely'
import type { SessionLine } from '#features/purchases/server/public.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Place } from '../contract.ts'
import { isAdvising } from './orphan-store.ts'

/**
 * A cheap look before anything is locked: of five hundred who want the same time, all but one stop here. What the
 * member holds or has booked themselves is no reason.
 * @returns undefined where the package is not theirs
 */
export async function isPlainlyTaken(
  db: Db,
  {
    memberId,
    entitlementId,
    consultantId,
    startsAt,
    now,
  }: { memberId: MemberId; entitlementId: string; consultantId: string | null; startsAt: Date; now: Date },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select not exists (
      select from availability
      where (${consultantId}::uuid is null or consultant_id = ${consultantId}::uuid)
        and not exists (
          select from booking
          where booking.consultant_id = availability.consultant_id
            and occupied @> ${startsAt}::timestamptz
            -- The words of the constraint, whose index this is.
            and state in ('reserved', 'booked', 'held', 'missed')
            and (reserved_until is null or reserved_until > ${now})
            and member_id <> ${memberId})
    ) as "isTaken"
    from entitlement where id = ${entitlementId} and member_id = ${memberId}
  `.execute(db)
  return rows[0]?.isTaken
}

export type Reservation = {
  id: string
  consultantId: string
  entitlementId: string
  lineKey: string
  startsAt: Date
  reservedUntil: Date
}

/** The time that is kept for a member, unless the minutes for it are over or its consultant has left. */
export async function findReservation(db: Db, memberId: MemberId, now: Date): Promise<Reservation | undefined> {
  const row = await db
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('state', '=', 'reserved')
    .where('is_offer', '=', false)
    .where('reserved_until', '>', now)
    .where(isAdvising(sql.ref('booking.consultant_id')))
    .select(['id', 'consultant_id', 'entitlement_id', 'line_key', 'starts_at', 'reserved_until'])
    .executeTakeFirst()
  if (!row?.consultant_id || !row.reserved_until) return undefined
  return {
    id: row.id,
    consultantId: row.consultant_id,
    entitlementId: row.entitlement_id,
    lineKey: row.line_key,
    startsAt: row.starts_at,
    reservedUntil: row.reserved_until,
  }
}

/** A stretch of a consultant's time, with what is kept free before and after. */
export type Slot = { consultantId: string; startsAt: Date; endsAt: Date; occupiedFrom: Date; occupiedUntil: Date }

/**
 * What is in the way of nobody any more: the member's own reservation, and those of anybody whose minutes are over. In
 * one order, because two might want each other's.
 * @param memberId null: whose minutes are over alone
 */
export async function clearReservations(
  tx: Db,
  { memberId, slot, now }: { memberId: MemberId | null; slot: Slot; now: Date },
): Promise<void> {
  await sql`
    delete from booking where id in (
      select id from booking
      where state = 'reserved' and (
        (member_id = ${memberId}::uuid and not is_offer)
        or (consultant_id = ${slot.consultantId} and reserved_until <= ${now} and occupied && ${rangeOf(slot)}))
      order by id
      for update)
  `.execute(tx)
}

/** Behind the lock of the consultant this is so until the transaction ends. */
export async function isOccupied(tx: Db, slot: Slot, exceptId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from booking
    where consultant_id = ${slot.consultantId}
      and occupied && ${rangeOf(slot)}
      and state in ('reserved', 'booked', 'held', 'missed')
      and id is distinct from ${exceptId}::uuid
    limit 1
  `.execute(tx)
  return rows.length > 0
}

export type Details = { place: Place; phone: string | null; notes: string | null }

type Occasion = { memberId: MemberId; line: SessionLine; slot: Slot; now: Date }

/** @returns its id */
export async function insertReservation(
  tx: Db,
  occasion: Occasion,
  reservedUntil: Date,
  { isOffer = false }: { isOffer?: boolean } = {},
): Promise<string> {
  const { id } = await tx
    .insertInto('booking')
    .values({ ...columnsOf(occasion), state: 'reserved', reserved_until: reservedUntil, is_offer: isOffer })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns its id */
export async function insertBooking(tx: Db, occasion: Occasion, details: Details): Promise<string> {
  const { id } = await tx
    .insertInto('booking')
    .values({ ...columnsOf(occasion), ...details, state: 'booked', booked_at: occasion.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The time that was kept becomes a booking. @returns false where it was given to somebody else meanwhile */
export async function confirmReservation(tx: Db, id: string, details: Details, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booking')
    .set({ ...details, state: 'booked', booked_at: now, reserved_until: null })
    .where('id', '=', id)
    .where('state', '=', 'reserved')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Another time, and another consultant where they are: the same booking, in its next version. */
export async function saveTime(tx: Db, id: string, slot: Slot, now: Date): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({
      consultant_id: slot.consultantId,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      occupied: rangeOf(slot),
      moved_at: now,
      sequence: where('sequence', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteReservationOf(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('booking')
    .where('member_id', '=', memberId)
    .where('state', '=', 'reserved')
    .where('is_offer', '=', false)
    .execute()
}

/** @returns how many: the first so many */
export async function deleteLapsedReservations(db: Db, now: Date, most: number): Promise<number> {
  const lapsed = db
    .selectFrom('booking')
    .where('state', '=', sql.lit('reserved' as const))
    .where('reserved_until', '<=', now)
    .orderBy('reserved_until')
  return deleteFirst(db, 'booking', lapsed, most)
}

function columnsOf({ memberId, line, slot, now }: Occasion) {
  return {
    member_id: memberId,
    consultant_id: slot.consultantId,
    entitlement_id: line.entitlementId,
    line_key: line.lineKey,
    package_id: line.packageId,
    title: line.title,
    minutes: line.minutes,
    is_unlimited: line.isUnlimited,
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    occupied: rangeOf(slot),
    created_at: now,
  }
}

function rangeOf({ occupiedFrom, occupiedUntil }: Slot) {
  return sql<string>`tstzrange(${occupiedFrom}, ${occupiedUntil})`
}
