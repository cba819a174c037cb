import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import { selectBookings } from '../../server/store.ts'
import type { AdminBooking, BookingFilter } from '../contract.ts'

/** Marks the session as returned, so that it no longer counts as used. */
export async function saveSessionReturn(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('booking').set({ returnedAt: at, isForfeited: false }).where('id', '=', id).execute()
}

// Queries for administrators, covering all consultants.

/** Leaves out reserved slots, which become sessions when the member confirms. */
const selectSessions = (db: Db) =>
  selectBookings(db)
    .innerJoin('account', 'account.id', 'booking.memberId')
    .leftJoin('consultant', 'consultant.id', 'booking.consultantId')
    .leftJoin('availability', 'availability.consultantId', 'booking.consultantId')
    .where('booking.state', '!=', 'reserved')
    .select(['booking.bookedAt', 'booking.movedAt', 'booking.cancelledAt', 'booking.cancelledBy'])
    .select(['booking.isForfeited', 'booking.consultantId', 'consultant.displayName', 'availability.meetingUrl'])
    .select(['account.firstName', 'account.lastName', 'account.deletedAt'])
    .select(sql<AdminBooking['state']>`booking.state`.as('state'))

export type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

/** Lists sessions by start time. */
export async function listSessions(
  db: Db,
  { from, until, consultantId, state }: Pick<BookingFilter, 'consultantId' | 'state'> & { from: Date; until: Date },
  page: Page,
): Promise<SessionRow[]> {
  let query = selectSessions(db).where('booking.startsAt', '>=', from).where('booking.startsAt', '<', until)
  if (consultantId) query = query.where('booking.consultantId', '=', consultantId)
  if (state) query = query.where('booking.state', '=', state)
  return takePage(query, ['booking.startsAt', 'booking.id'], 'asc', page).execute()
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return selectSessions(db).where('booking.id', '=', id).executeTakeFirst()
}
