import { findPublishableRatings, type PublishableRating } from '#features/bookings/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AdminStory, updateStory as endpoint } from '../contract/admin-stories.ts'
import type * as contract from '../contract.ts'
import type { Story } from '../contract.ts'
import {
  type AdminStoryRow,
  findStories,
  findStory,
  insertStory,
  lockStory,
  type StoredStory,
  saveStory,
} from './store.ts'

/** The quote and the mark of an invented story cannot be edited. */
export async function updateStory(
  context: MemberContext,
  storyId: string,
  { version, ...changes }: BodyOf<typeof endpoint>,
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
  return showAdminStory(row, await findPublishableRatings(db, row.ratingId ? [row.ratingId] : []))
}

export function showAdminStory(
  { isShown, publishedAt, version, ...story }: AdminStoryRow,
  ratings: PublishableRating[],
) {
  return { ...showStory(story, ratings), isShown, publishedAt: publishedAt.toISOString(), version }
}

/** Publishes the story of a rating whose member has allowed it, with their words as the quote (PRODUCT D16). */
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

export async function listStories({ db }: Context): Promise<Story[]> {
  const stories = await findStories(db)
  const ratings = await findPublishableRatings(
    db,
    stories.flatMap(({ ratingId }) => ratingId ?? []),
  )
  return stories.map((story) => showStory(story, ratings))
}

function showStory({ ratingId, ...story }: StoredStory, ratings: PublishableRating[]): Story {
  const rating = ratings.find(({ bookingId }) => bookingId === ratingId)
  return { ...story, quote: rating ? { text: rating.comment, firstName: rating.firstName } : null }
}
