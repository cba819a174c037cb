import { findPublishableRatings, type PublishableRating } from '#features/bookings/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as admin from '../contract/admin-stories.ts'
import type { AdminStory } from '../contract/admin-stories.ts'
import type * as contract from '../contract.ts'
import type { Story } from '../contract.ts'
import {
  findStory,
  insertStory,
  listShownStories,
  listStoryRows,
  lockStory,
  type StoryRow,
  saveStory,
} from './store.ts'

export async function listStories({ db }: Context): Promise<Story[]> {
  const stories = await listShownStories(db)
  const ratings = await findRatings(db, stories)
  return stories.map((story) => showStory(story, ratings))
}

export async function listAdminStories(
  { db }: Pick<Context, 'db'>,
  { cursor, limit }: QueryOf<typeof admin.listAdminStories>,
): Promise<ResponseOf<typeof admin.listAdminStories>> {
  const rows = await listStoryRows(db, { limit: limit + 1, after: afterCursor(cursor) })
  const ratings = await findRatings(db, rows)
  return pageFrom(
    rows,
    limit,
    ({ publishedAt: at, id }) => ({ at, id }),
    (row) => showAdminStory(row, ratings),
  )
}

export async function downloadStories(context: MemberContext): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'stories',
    columns,
    readPage: (cursor) => listAdminStories(context, { cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<AdminStory> = {
  Service: ({ serviceType }) => serviceType,
  Title: ({ title }) => title,
  'Starting point': ({ start }) => start,
  'Our work': ({ work }) => work,
  'The result': ({ result }) => result,
  Quote: ({ quote }) => quote?.text ?? null,
  'Quoted member': ({ quote }) => quote?.firstName ?? null,
  Illustrative: ({ isIllustrative }) => isIllustrative,
  Shown: ({ isShown }) => isShown,
  'Published (UTC)': ({ publishedAt }) => new Date(publishedAt),
}

/** A real story's quote and an illustrative story's mark cannot be edited. */
export async function updateStory(
  context: MemberContext,
  storyId: string,
  { version, ...changes }: BodyOf<typeof admin.updateStory>,
): Promise<AdminStory> {
  return context.db.transaction().execute(async (tx) => {
    await lockStory(tx, storyId)
    const story = await findStory(tx, storyId)
    if (!story) throw new Refused('story-not-found')
    if (story.version !== version) throw new Refused('edited-elsewhere')
    if (!(await saveStory(tx, storyId, changes))) throw new Refused('title-taken')
    const { isShown } = changes
    await recordAction(tx, context, {
      action: story.isShown === isShown ? 'story.changed' : isShown ? 'story.published' : 'story.unpublished',
      object: { kind: 'story', id: storyId },
      before: { isShown: story.isShown, version },
      after: { isShown, version: version + 1 },
    })
    return getAdminStory(tx, storyId)
  })
}

export async function getAdminStory(db: Db, storyId: string): Promise<AdminStory> {
  const row = await findStory(db, storyId)
  if (!row) throw new Refused('story-not-found')
  return showAdminStory(row, await findRatings(db, [row]))
}

function showAdminStory(row: StoryRow, ratings: PublishableRating[]): AdminStory {
  return { ...row, ...showStory(row, ratings), publishedAt: row.publishedAt.toISOString() }
}

/** Publishes a rating as a story if its member has allowed it, with the member's words as the quote (PRODUCT D16). */
export async function publishStory(
  context: MemberContext,
  { ratingId, ...texts }: BodyOf<typeof contract.publishStory>,
): Promise<Story> {
  return context.db.transaction().execute(async (tx) => {
    const [rating] = await findPublishableRatings(tx, [ratingId])
    if (!rating) throw new Refused('rating-not-found')
    const result = await insertStory(tx, {
      ...texts,
      ratingId,
      serviceType: rating.serviceType,
      publishedAt: context.now(),
    })
    if (result.outcome !== 'published') throw new Refused(result.outcome)
    await recordAction(tx, context, {
      action: 'story.created',
      object: { kind: 'story', id: result.story.id },
      after: { ratingId, serviceType: rating.serviceType },
    })
    return showStory(result.story, [rating])
  })
}

/** The response schemas remove the fields that only staff may see. */
function showStory(row: StoryRow, ratings: PublishableRating[]): Story {
  const rating = ratings.find(({ bookingId }) => bookingId === row.ratingId)
  return { ...row, quote: rating ? { text: rating.comment, firstName: rating.firstName } : null }
}

/** The ratings that the stories quote. */
function findRatings(db: Db, stories: StoryRow[]): Promise<PublishableRating[]> {
  return findPublishableRatings(
    db,
    stories.flatMap(({ ratingId }) => ratingId ?? []),
  )
}
