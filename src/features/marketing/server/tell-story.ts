import { findAllowedRatings } from '#features/bookings/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Story } from '../contract.ts'
import { showStory } from './list-stories.ts'
import { insertStory } from './store.ts'

/** An administrator tells a real story: of somebody who has allowed it, and in whose words it stands (PRODUCT D16). */
export async function tellStory(
  context: MemberContext,
  { ratingId, ...told }: BodyOf<typeof contract.tellStory>,
): Promise<Story> {
  return context.db.transaction().execute(async (tx) => {
    const [rating] = await findAllowedRatings(tx, [ratingId])
    if (!rating) throw new Refused('rating-not-found')
    const inserted = await insertStory(tx, { ...told, ratingId, serviceType: rating.serviceType })
    if (inserted.outcome !== 'told') throw new Refused(inserted.outcome)
    await recordAction(tx, context, {
      action: 'story.told',
      object: { kind: 'story', id: inserted.story.id },
      after: { ratingId, serviceType: rating.serviceType },
    })
    return showStory(inserted.story, [rating])
  })
}
