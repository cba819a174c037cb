import type { MemberContext } from '#platform/server/context.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { Deletion } from '../contract/leaving.ts'
import { actForMember } from './act-for-member.ts'
import { eraseEverything } from './erase-everything.ts'
import { getDeletion } from './get-deletion.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'

export async function foretellErasure(
  context: MemberContext,
  areas: PersonalDataAreas,
  memberId: string,
): Promise<Deletion> {
  return getDeletion(await actForMember(context, memberId), areas)
}

/** For a member who has asked us to: the same as if they had deleted the account themselves. */
export async function eraseMember(
  context: MemberContext,
  areas: PersonalDataAreas,
  memberId: string,
  { reason }: { reason: string },
): Promise<null> {
  requireFreshIdentity(context)
  const asMember = await actForMember(context, memberId)
  const { memberId: id } = asMember.actor
  await eraseEverything(asMember, areas, async (tx) => {
    await recordAction(tx, context, { action: 'member.erased', object: { kind: 'member', id }, reason })
  })
  return null
}
