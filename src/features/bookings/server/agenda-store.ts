import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { AgendaBooking, Mark } from '../contract/agenda.ts'
import type { Place } from '../contract.ts'

/** A session as its consultant may see it. */
export type AgendaRow = {
  id: string
  memberId: MemberId
  /** null: the account was deleted. */
  memberName: string | null
  entitlementId: string
  lineKey: string
  packageTitle: string
  title: string
  minutes: number
  startsAt: Date
  endsAt: Date
  state: AgendaBooking['state']
  place: Place
  phone: string | null
  notes: string | null
  /** Staff gave it back to the member. */
  isReturned: boolean
}

/** In order, from just after a place there. */
export async function listAgendaBookings(
  db: Db,
  consultantId: string,
  {
    from,
    until,
    after,
    limit,
  }: { from: Date; until: Date; after: { at: Date; id: string } | undefined; limit: number },
): Promise<AgendaRow[]> {
  let query = agenda(db, consultantId).where('booking.starts_at', '>=', from).where('booking.starts_at', '<', until)
  if (after)
    query = query.where((where) =>
      where(where.refTuple('booking.starts_at', 'booking.id'), '>', where.tuple(after.at, after.id)),
    )
  const rows = await query.orderBy('booking.starts_at').orderBy('booking.id').limit(limit).execute()
  return rows.map(toAgendaRow)
}

/** Those that are still to be held, from after a moment. */
export async function listBookedBetween(
  db: Db,
  consultantId: string,
  { from, until }: { from: Date; until: Date },
): Promise<AgendaRow[]> {
  const rows = await agenda(db, consultantId)
    .where('booking.state', '=', 'booked')
    .where('booking.starts_at', '>', from)
    .where('booking.starts_at', '<', until)
    .orderBy('booking.starts_at')
    .execute()
  return rows.map(toAgendaRow)
}

export async function findAgendaBooking(db: Db, consultantId: string, id: string): Promise<AgendaRow | undefined> {
  const row = await agenda(db, consultantId).where('booking.id', '=', id).executeTakeFirst()
  return row && toAgendaRow(row)
}

/** Nobody else changes it until the transaction ends. The entitlement is locked before, as by whoever cancels. */
export async function lockAgendaBooking(tx: Db, consultantId: string, id: string): Promise<AgendaRow | undefined> {
  const row = await agenda(tx, consultantId).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
  return row && toAgendaRow(row)
}

/** The same of whoever holds it, for administrators. */
export async function lockAnySession(tx: Db, id: string): Promise<AgendaRow | undefined> {
  const row = await confirmedSessions(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
  return row && toAgendaRow(row)
}

/** The other sessions of a member with a consultant, newest first. */
export async function listOtherBookings(
  db: Db,
  consultantId: string,
  { memberId, except, limit }: { memberId: MemberId; except: string; limit: number },
): Promise<AgendaRow[]> {
  const rows = await agenda(db, consultantId)
    .where('booking.member_id', '=', memberId)
    .where('booking.id', '!=', except)
    .orderBy('booking.starts_at', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAgendaRow)
}

/** A missed session counts as used although it was not held. */
export async function saveMark(tx: Db, id: string, mark: Mark): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ state: mark, is_forfeited: mark === 'missed' })
    .where('id', '=', id)
    .execute()
}

/** What members hold while they confirm it, of a day that is about to be a day off. In the order of `lockHolds`. */
export async function releaseReserved(
  tx: Db,
  consultantId: string,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await tx
    .deleteFrom('booking')
    .where('id', 'in', (where) =>
      where
        .selectFrom('booking')
        .where('consultant_id', '=', consultantId)
        .where('state', '=', 'reserved')
        .where('starts_at', '>=', from)
        .where('starts_at', '<', until)
        .select('id')
        .orderBy('id')
        .forUpdate(),
    )
    .execute()
}

/**
 * What a consultant may see of members, in the one question behind every route of theirs: a consultant serves whoever
 * has a session with them that is to come, was held, or was missed. Of one that was cancelled nothing is left to them;
 * and whoever only reserved a time has no session yet.
 */
const agenda = (db: Db, consultantId: string) => confirmedSessions(db).where('booking.consultant_id', '=', consultantId)

const confirmedSessions = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.member_id')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlement_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .where('booking.state', 'in', ['booked', 'held', 'missed'])
    .select(['booking.id', 'booking.member_id', 'booking.entitlement_id', 'booking.line_key', 'booking.title'])
    .select(['booking.minutes', 'booking.starts_at', 'booking.ends_at', 'booking.state', 'booking.place'])
    .select(['booking.phone', 'booking.notes', 'account.first_name', 'account.last_name', 'account.deleted_at'])
    .select(['booking.returned_at', 'package_version.title as package_title'])

type JoinedRow = Awaited<ReturnType<ReturnType<typeof agenda>['executeTakeFirstOrThrow']>>

function toAgendaRow(row: JoinedRow): AgendaRow {
  if (row.state === 'reserved' || row.state === 'cancelled' || row.place === null)
    throw new Error(`Booking ${row.id} is not confirmed`)
  return {
    id: row.id,
    memberId: row.member_id as MemberId,
    memberName: row.deleted_at ? null : `${row.first_name} ${row.last_name}`.trim(),
    entitlementId: row.entitlement_id,
    lineKey: row.line_key,
    packageTitle: row.package_title,
    title: row.title,
    minutes: row.minutes,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    place: row.place,
    phone: row.phone,
    notes: row.notes,
    isReturned: row.returned_at !== null,
  }
}
