import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject } from '#platform/server/personal-data.ts'
import { listComingBookings } from './personal-store.ts'

/** How many sessions `eraseSessions` would cancel. */
export async function foretellLeaving(db: Db, { memberId }: DataSubject, now: Date): Promise<Consequences> {
  return { cancels: (await listComingBookings(db, memberId, now)).length }
}
