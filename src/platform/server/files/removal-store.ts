import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** One content outside the database. */
export type Away = { place: string; key: string }

// By the database's clock throughout: every process has the same one, and no test or sandbox moves it.

/** From when content leaves for its place until its row has to be there. */
const ARRIVES_WITHIN = sql`interval '1 hour'`

/** No transaction takes as long as what is left of the hour then. */
const TAKEN_BEFORE = sql`interval '30 minutes'`

/** For content that no row stands for yet, or from now on, while somebody may still read it: it is removed later. */
export async function removeInAnHour(db: Db, { place, key }: Away): Promise<void> {
  await db
    .insertInto('file_removal')
    .values({ place, key, remove_after: sql<Date>`now() + ${ARRIVES_WITHIN}` })
    .execute()
}

/** In the transaction that writes the row. @returns false where it may be on its way out by now */
export async function takeArrived(tx: Db, { place, key }: Away): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('file_removal')
    .where('place', '=', place)
    .where('key', '=', key)
    .where('remove_after', '>', sql<Date>`now() + ${TAKEN_BEFORE}`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listDueRemovals(db: Db, most: number): Promise<Away[]> {
  return db
    .selectFrom('file_removal')
    .where('remove_after', '<=', sql<Date>`now()`)
    .orderBy('remove_after')
    .limit(most)
    .select(['place', 'key'])
    .execute()
}

export async function forgetRemoval(db: Db, { place, key }: Away): Promise<void> {
  await db.deleteFrom('file_removal').where('place', '=', place).where('key', '=', key).execute()
}

/** Whatever is due at a place that did not do its work waits a minute; what it failed at lets the others go first then. */
export async function putOffRemovals(db: Db, { place, key }: Away): Promise<void> {
  const isTheOne = sql<boolean>`key = ${key}`
  await db
    .updateTable('file_removal')
    .set({
      remove_after: sql<Date>`now() + case when ${isTheOne} then interval '5 minutes' else interval '1 minute' end`,
    })
    .where('place', '=', place)
    .where('remove_after', '<=', sql<Date>`now()`)
    .execute()
}
