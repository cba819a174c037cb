import { type AllowedRating, findAllowedRatings } from '#features/bookings/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { StaffStory } from '../contract/story.ts'
import { showStory } from './list-stories.ts'
import { findStory, type StaffStoryRow } from './staff-store.ts'

export async function getStaffStory(db: Db, storyId: string): Promise<StaffStory> {
  const row = await findStory(db, storyId)
  if (!row) throw new Refused('story-not-found')
  return showStaffStory(row, await findAllowedRatings(db, row.ratingId ? [row.ratingId] : []))
}

export function showStaffStory({ isShown, toldAt, version, ...story }: StaffStoryRow, ratings: AllowedRating[]) {
  return { ...showStory(story, ratings), isShown, toldAt: toldAt.toISOString(), version }
}
