import { type AllowedRating, findAllowedRatings } from '#features/bookings/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Story } from '../contract.ts'
import { findStories, type StoredStory } from './store.ts'

export async function listStories({ db }: Context): Promise<Story[]> {
  const stories = await findStories(db)
  const ratings = await findAllowedRatings(
    db,
    stories.flatMap(({ ratingId }) => ratingId ?? []),
  )
  return stories.map((story) => showStory(story, ratings))
}

export function showStory({ ratingId, ...story }: StoredStory, ratings: AllowedRating[]): Story {
  const rating = ratings.find(({ bookingId }) => bookingId === ratingId)
  return { ...story, quote: rating ? { words: rating.words, firstName: rating.firstName } : null }
}
