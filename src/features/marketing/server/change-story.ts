import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { changeStory as endpoint, StaffStory } from '../contract/story.ts'
import { getStaffStory } from './get-staff-story.ts'
import { findStory, lockStory, updateStory } from './staff-store.ts'

/** What is quoted is the member's own and stays; what is made up stays marked so. */
export async function changeStory(
  context: MemberContext,
  storyId: string,
  { version, ...changed }: BodyOf<typeof endpoint>,
): Promise<StaffStory> {
  return context.db.transaction().execute(async (tx) => {
    await lockStory(tx, storyId)
    const story = await findStory(tx, storyId)
    if (!story) throw new Refused('story-not-found')
    if (story.version !== version) throw new Refused('changed-meanwhile')
    if (!(await updateStory(tx, storyId, changed))) throw new Refused('title-taken')
    const { isShown } = changed
    await recordAction(tx, context, {
      action: story.isShown === isShown ? 'story.changed' : isShown ? 'story.published' : 'story.unpublished',
      object: { kind: 'story', id: storyId },
      before: { isShown: story.isShown, version },
      after: { isShown, version: version + 1 },
    })
    return getStaffStory(tx, storyId)
  })
}
