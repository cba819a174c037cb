import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { violatedConstraint } from '#platform/server/db/database-errors.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { Story } from '../contract.ts'

const columns = [
  'id',
  'serviceType',
  'isIllustrative',
  'ratingId',
  'title',
  'start',
  'work',
  'result',
  'isShown',
  'publishedAt',
  'version',
] as const

const selectStories = (db: Db) => db.selectFrom('story').select(columns)

/** `ratingId` is null for an invented story. */
export type StoryRow = Awaited<ReturnType<ReturnType<typeof selectStories>['executeTakeFirstOrThrow']>>

/** Newest first. */
export async function listStoryRows(db: Db, page: Page): Promise<StoryRow[]> {
  return takePage(selectStories(db), ['publishedAt', 'id'], 'desc', page).execute()
}

export async function findStory(db: Db, storyId: string): Promise<StoryRow | undefined> {
  return selectStories(db).where('id', '=', storyId).executeTakeFirst()
}

/** Makes concurrent edits to the story wait for this transaction. */
export async function lockStory(tx: Db, storyId: string): Promise<void> {
  await tx.selectFrom('story').where('id', '=', storyId).select('id').forUpdate().executeTakeFirst()
}

type StoryChanges = Pick<Story, 'title' | 'start' | 'work' | 'result'> & { isShown: boolean }

/** @returns false if another of the service's stories already has the title */
export async function saveStory(tx: Db, storyId: string, { isShown, ...texts }: StoryChanges): Promise<boolean> {
  try {
    await tx
      .updateTable('story')
      .set(({ eb }) => ({ ...texts, isShown, version: eb('version', '+', 1) }))
      .where('id', '=', storyId)
      .execute()
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'story_service_type_title_key') return false
    throw error
  }
}

/** Only the stories that are shown, in the order in which pages show them. */
export async function listShownStories(db: Db): Promise<StoryRow[]> {
  return selectStories(db).where('isShown', '=', true).orderBy('position').orderBy('title').execute()
}

type NewStory = Pick<Story, 'title' | 'start' | 'work' | 'result'> & {
  serviceType: ServiceType
  ratingId: string
  publishedAt: Date
}

type InsertResult = { outcome: 'published'; story: StoryRow } | { outcome: 'already-published' | 'title-taken' }

/** Puts the new story first, before older and illustrative ones. */
export async function insertStory(
  tx: Db,
  { serviceType, ratingId, publishedAt, ...texts }: NewStory,
): Promise<InsertResult> {
  const story = await tx
    .insertInto('story')
    .values({
      ...texts,
      serviceType,
      publishedAt,
      ratingId,
      isIllustrative: false,
      position: sql<number>`(select coalesce(min(position), 0) - 1 from story)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (story) return { outcome: 'published', story }
  const existing = await tx.selectFrom('story').where('ratingId', '=', ratingId).select('id').executeTakeFirst()
  return { outcome: existing ? 'already-published' : 'title-taken' }
}
