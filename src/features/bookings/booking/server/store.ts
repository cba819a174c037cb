import '../../server/tables.ts'
import { type NotNull, sql } from 'kysely'
import type { SessionLine } from '#features/purchases/server/public.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Place } from '../../contract.ts'
import { isActiveConsultant } from '../../server/consultant-store.ts'
import type { Slot } from '../../slots/rules/buffer.ts'

/**
 * Marks past unlimited sessions as held if the consultant did not mark them, so that the member can book the next one.
 */
export async function markPastSessionsHeld(
  tx: Db,
  { memberId, packageId, lineKey, now }: { memberId: MemberId; packageId: string; lineKey: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ state: 'held' })
    .where('memberId', '=', memberId)
    .where('packageId', '=', packageId)
    .where('lineKey', '=', lineKey)
    .where('state', '=', 'booked')
    .where('isUnlimited', '=', true)
    .where('endsAt', '<=', now)
    .execute()
}

/**
 * A cheap check before taking any lock, so that when many members want the same slot, most requests stop here. The
 * member's own bookings and reservations do not count.
 * @returns undefined if the package does not belong to the member
 */
export async function isSlotTaken(
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
            -- Repeats the condition of the exclusion constraint, so that its index can be used.
            and state in ('reserved', 'booked', 'held', 'missed')
            and (reserved_until is null or reserved_until > ${now})
            and member_id <> ${memberId})
    ) as "isTaken"
    from entitlement where id = ${entitlementId} and member_id = ${memberId}
  `.execute(db)
  return rows[0]?.isTaken
}

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>

/** Finds the member's reservation, unless it has expired or its consultant has left. */
export function findReservation(db: Db, memberId: MemberId, now: Date) {
  return db
    .selectFrom('booking')
    .where('memberId', '=', memberId)
    .where('state', '=', 'reserved')
    .where('isOffer', '=', false)
    .where('reservedUntil', '>', now)
    .where(isActiveConsultant(sql.ref('booking.consultantId')))
    .select(['id', 'consultantId', 'entitlementId', 'lineKey', 'startsAt'])
    .$narrowType<{ consultantId: NotNull }>()
    .executeTakeFirst()
}

/**
 * Deletes the member's own reservation, and any expired reservations that overlap the slot. Locks rows in id order, so
 * that two requests cannot deadlock.
 * @param memberId null to delete only expired reservations
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
        or (consultant_id = ${slot.consultantId} and reserved_until <= ${now} and occupied && ${toRange(slot)}))
      order by id
      for update)
  `.execute(tx)
}

/** Lock the consultant first, so that the result stays true until the transaction ends. */
export async function isOccupied(tx: Db, slot: Slot, exceptId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking
    where consultant_id = ${slot.consultantId}
      and occupied && ${toRange(slot)}
      and state in ('reserved', 'booked', 'held', 'missed')
      and id is distinct from ${exceptId ?? null}::uuid
    limit 1
  `.execute(tx)
  return rows.length > 0
}

export type BookingDetails = { place: Place; phone: string | null; notes: string | null }

type NewBooking = { memberId: MemberId; line: SessionLine; slot: Slot; now: Date } & (
  | { state: 'reserved'; reservedUntil: Date; isOffer?: boolean }
  | { state: 'booked'; details: BookingDetails }
)

/** Inserts a reservation or a booking. @returns its id */
export async function insertBooking(tx: Db, newBooking: NewBooking): Promise<string> {
  const { memberId, line, slot, now, state } = newBooking
  const { id } = await tx
    .insertInto('booking')
    .values({
      memberId,
      consultantId: slot.consultantId,
      entitlementId: line.entitlementId,
      lineKey: line.lineKey,
      packageId: line.packageId,
      title: line.title,
      minutes: line.minutes,
      isUnlimited: line.isUnlimited,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
      occupied: toRange(slot),
      createdAt: now,
      state,
      ...(newBooking.state === 'booked'
        ? { ...newBooking.details, bookedAt: now }
        : { reservedUntil: newBooking.reservedUntil, isOffer: newBooking.isOffer ?? false }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Turns a reservation into a booking. @returns false if another member has taken the slot in the meantime */
export async function confirmReservation(tx: Db, id: string, details: BookingDetails, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booking')
    .set({ ...details, state: 'booked', bookedAt: now, reservedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'reserved')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Moves the booking to another slot. The higher sequence number makes calendar apps update the entry. */
export async function updateSlot(tx: Db, id: string, slot: Slot, now: Date): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({
      consultantId: slot.consultantId,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
      occupied: toRange(slot),
      movedAt: now,
      sequence: where('sequence', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteMemberReservation(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('booking')
    .where('memberId', '=', memberId)
    .where('state', '=', 'reserved')
    .where('isOffer', '=', false)
    .execute()
}

/** Deletes up to `limit` reservations. @returns how many were deleted */
export async function deleteExpiredReservations(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db
    .selectFrom('booking')
    .where('state', '=', sql.lit('reserved' as const))
    .where('reservedUntil', '<=', now)
    .orderBy('reservedUntil')
  return deleteFirst(db, 'booking', expired, limit)
}

function toRange({ occupiedFrom, occupiedUntil }: Slot) {
  return sql<string>`tstzrange(${occupiedFrom}, ${occupiedUntil})`
}
