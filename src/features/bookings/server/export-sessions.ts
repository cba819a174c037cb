import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listAllBookings } from './personal-store.ts'

/** What the member has booked, and what they wrote for it. */
export async function exportSessions(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const bookings = await listAllBookings(db, memberId)
  const facts = bookings.map((row) => ({
    session: row.title,
    minutes: row.minutes,
    startsAt: row.starts_at,
    consultant: row.display_name,
    state: row.state,
    place: row.place,
    phone: row.phone,
    notes: row.notes,
    writtenAt: row.created_at,
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by,
    countsAsUsed: row.is_forfeited,
  }))
  return { sections: [{ key: 'bookings', title: 'Sessions that you booked', facts }] }
}
