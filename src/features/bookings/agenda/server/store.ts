import '../../server/tables.ts'
import type { NotNull } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { selectBookings } from '../../server/store.ts'
import type { AgendaBooking, Attendance } from '../contract.ts'

/** A session with its member's name. */
export type AgendaRow = ReturnType<typeof toAgendaRow>

/** Lists sessions by start time. */
export async function listAgendaBookings(
  db: Db,
  consultantId: string,
  { from, until, ...page }: Page & { from: Date; until: Date },
): Promise<AgendaRow[]> {
  const rows = await takePage(
    agenda(db, consultantId).where('booking.startsAt', '>=', from).where('booking.startsAt', '<', until),
    ['booking.startsAt', 'booking.id'],
    'asc',
    page,
  ).execute()
  return rows.map(toAgendaRow)
}

/** Lists booked sessions that start strictly within the period. */
export async function listBookedBetween(
  db: Db,
  consultantId: string,
  { from, until }: { from: Date; until: Date },
): Promise<AgendaRow[]> {
  const rows = await agenda(db, consultantId)
    .where('booking.state', '=', 'booked')
    .where('booking.startsAt', '>', from)
    .where('booking.startsAt', '<', until)
    .orderBy('booking.startsAt')
    .execute()
  return rows.map(toAgendaRow)
}

export async function findAgendaBooking(db: Db, consultantId: string, id: string): Promise<AgendaRow | undefined> {
  const row = await agenda(db, consultantId).where('booking.id', '=', id).executeTakeFirst()
  return row && toAgendaRow(row)
}

/** Locks the booking until the transaction ends. As when cancelling, lock its entitlement first. */
export async function lockAgendaBooking(tx: Db, consultantId: string, id: string): Promise<AgendaRow | undefined> {
  const row = await agenda(tx, consultantId).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
  return row && toAgendaRow(row)
}

/** Like `lockAgendaBooking`, but for administrators, who can lock any consultant's session. */
export async function lockAnySession(tx: Db, id: string): Promise<AgendaRow | undefined> {
  const row = await confirmedSessions(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
  return row && toAgendaRow(row)
}

/** Lists the member's other sessions with this consultant, newest first. */
export async function listOtherBookings(
  db: Db,
  consultantId: string,
  { memberId, except, limit }: { memberId: MemberId; except: string; limit: number },
): Promise<AgendaRow[]> {
  const rows = await agenda(db, consultantId)
    .where('booking.memberId', '=', memberId)
    .where('booking.id', '!=', except)
    .orderBy('booking.startsAt', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAgendaRow)
}

/** A missed session counts as used, so it is forfeited too. */
export async function updateAttendance(tx: Db, id: string, attendance: Attendance): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ state: attendance, isForfeited: attendance === 'missed' })
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes reservations on a day that is about to become a day off. Takes locks in the same order as `lockReservations`.
 */
export async function deleteReservationsBetween(
  tx: Db,
  consultantId: string,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await tx
    .deleteFrom('booking')
    .where('id', 'in', (where) =>
      where
        .selectFrom('booking')
        .where('consultantId', '=', consultantId)
        .where('state', '=', 'reserved')
        .where('startsAt', '>=', from)
        .where('startsAt', '<', until)
        .select('id')
        .orderBy('id')
        .forUpdate(),
    )
    .execute()
}

/**
 * The access rule behind every consultant query. Consultants can see a member if they have a booked, held or missed
 * session with them. Cancelled sessions and reservations give no access.
 */
const agenda = (db: Db, consultantId: string) => confirmedSessions(db).where('booking.consultantId', '=', consultantId)

const confirmedSessions = (db: Db) =>
  selectBookings(db)
    .innerJoin('account', 'account.id', 'booking.memberId')
    .where('booking.state', 'in', ['booked', 'held', 'missed'])
    .select(['booking.state', 'account.firstName', 'account.lastName', 'account.deletedAt'])
    .$narrowType<{ state: AgendaBooking['state']; place: NotNull }>()

type JoinedRow = Awaited<ReturnType<ReturnType<typeof confirmedSessions>['executeTakeFirstOrThrow']>>

/** `memberName` is null if the account was deleted. */
function toAgendaRow({ firstName, lastName, deletedAt, ...row }: JoinedRow) {
  return { ...row, memberName: deletedAt ? null : fullName(firstName, lastName) }
}
