import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Story } from '../contract.ts'

/** The number that changes with whatever public pages are made of, in the same transaction. */
export async function findContentVersion(db: Db): Promise<number> {
  return (await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version
}

/** `ratingId`: of whoever tells it; null where it is made up. */
export type StoredStory = Omit<Story, 'quote'> & { ratingId: string | null }

const columns = [
  'id',
  'service_type as serviceType',
  'is_illustrative as isIllustrative',
  'title',
  'start',
  'work',
  'result',
  'rating_id as ratingId',
] as const

/** Those that are shown. */
export async function findStories(db: Db): Promise<StoredStory[]> {
  return db
    .selectFrom('story')
    .where('is_shown', '=', true)
    .select(columns)
    .orderBy('position')
    .orderBy('title')
    .execute()
}

type NewStory = Pick<Story, 'title' | 'start' | 'work' | 'result'> & {
  serviceType: ServiceType
  ratingId: string
  toldAt: Date
}

type Inserted = { outcome: 'told'; story: StoredStory } | { outcome: 'rating-told' | 'title-taken' }

/** Real ones stand before those that are made up, the newest first. */
export async function insertStory(tx: Db, { serviceType, ratingId, toldAt, ...told }: NewStory): Promise<Inserted> {
  const story = await tx
    .insertInto('story')
    .values({
      ...told,
      service_type: serviceType,
      told_at: toldAt,
      rating_id: ratingId,
      is_illustrative: false,
      position: sql<number>`(select coalesce(min(position), 0) - 1 from story)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (story) return { outcome: 'told', story }
  const isTold = await tx.selectFrom('story').where('rating_id', '=', ratingId).select('id').executeTakeFirst()
  return { outcome: isTold ? 'rating-told' : 'title-taken' }
}
