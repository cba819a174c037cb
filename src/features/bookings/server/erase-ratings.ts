import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteRatingsOf } from './rating-store.ts'

/** Their words go, and what was published of them. */
export async function eraseRatings(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteRatingsOf(tx, memberId)
}
