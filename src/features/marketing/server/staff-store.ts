import './tables.ts'
import { brokenConstraint } from '#platform/server/db/broken-constraint.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { Story } from '../contract.ts'

const stories = (db: Db) =>
  db
    .selectFrom('story')
    .select(['id', 'service_type as serviceType', 'is_illustrative as isIllustrative', 'rating_id as ratingId'])
    .select(['title', 'start', 'work', 'result', 'is_shown as isShown', 'told_at as toldAt', 'version'])

export type StaffStoryRow = Awaited<ReturnType<ReturnType<typeof stories>['executeTakeFirstOrThrow']>>

/** Newest first, from just after a place in that order. */
export async function listStoryRows(
  db: Db,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<StaffStoryRow[]> {
  let query = stories(db)
  if (after)
    query = query.where((where) => where(where.refTuple('told_at', 'id'), '<', where.tuple(after.at, after.id)))
  return query.orderBy('told_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function findStory(db: Db, storyId: string): Promise<StaffStoryRow | undefined> {
  return stories(db).where('id', '=', storyId).executeTakeFirst()
}

/** Whoever changes it as well waits here until the other one is done. */
export async function lockStory(tx: Db, storyId: string): Promise<void> {
  await tx.selectFrom('story').where('id', '=', storyId).select('id').forUpdate().executeTakeFirst()
}

type Changed = Pick<Story, 'title' | 'start' | 'work' | 'result'> & { isShown: boolean }

/** @returns whether it could be: another story of the service may have got the title a moment before */
export async function updateStory(tx: Db, storyId: string, { isShown, ...told }: Changed): Promise<boolean> {
  try {
    await tx
      .updateTable('story')
      .set(({ eb }) => ({ ...told, is_shown: isShown, version: eb('version', '+', 1) }))
      .where('id', '=', storyId)
      .execute()
    return true
  } catch (error) {
    if (brokenConstraint(error) === 'story_service_type_title_key') return false
    throw error
  }
}
