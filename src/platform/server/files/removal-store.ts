import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** Where a piece of content is stored outside the database. */
export type ContentLocation = { place: string; key: string }

// All times use the database's clock, which all processes share and neither tests nor the sandbox move.

/** The content is deleted unless its row exists within this time after the upload. */
const REMOVAL_DELAY = sql`interval '1 hour'`

/** A removal is cancelled only if this much time remains, which is longer than any transaction takes. */
const CANCEL_MARGIN = sql`interval '30 minutes'`

/** Schedules the later removal of content that has no row yet, or no longer has one but may still be being read. */
export async function scheduleRemoval(db: Db, { place, key }: ContentLocation): Promise<void> {
  await db
    .insertInto('fileRemoval')
    .values({ place, key, removeAfter: sql<Date>`now() + ${REMOVAL_DELAY}` })
    .execute()
}

/** Call this in the transaction that inserts the row. @returns false if the content may already be deleted */
export async function cancelRemoval(tx: Db, { place, key }: ContentLocation): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('fileRemoval')
    .where('place', '=', place)
    .where('key', '=', key)
    .where('removeAfter', '>', sql<Date>`now() + ${CANCEL_MARGIN}`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listDueRemovals(db: Db, limit: number): Promise<ContentLocation[]> {
  return db
    .selectFrom('fileRemoval')
    .where('removeAfter', '<=', sql<Date>`now()`)
    .orderBy('removeAfter')
    .limit(limit)
    .select(['place', 'key'])
    .execute()
}

export async function deleteRemoval(db: Db, { place, key }: ContentLocation): Promise<void> {
  await db.deleteFrom('fileRemoval').where('place', '=', place).where('key', '=', key).execute()
}

/**
 * Postpones a failed storage's removals by a minute. The removal that failed waits longer, so that the others go first.
 */
export async function postponeRemovals(db: Db, { place, key }: ContentLocation): Promise<void> {
  const isFailedKey = sql<boolean>`key = ${key}`
  await db
    .updateTable('fileRemoval')
    .set({
      removeAfter: sql<Date>`now() + case when ${isFailedKey} then interval '5 minutes' else interval '1 minute' end`,
    })
    .where('place', '=', place)
    .where('removeAfter', '<=', sql<Date>`now()`)
    .execute()
}
