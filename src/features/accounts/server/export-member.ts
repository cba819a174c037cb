import type { MemberContext } from '#platform/server/context.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { collectData } from './collect-data.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { requireMember } from './require-member.ts'

/** For a member who has asked us for it: the file that they could download themselves. */
export async function exportMember(
  context: MemberContext,
  areas: PersonalDataAreas,
  memberId: string,
  { reason }: { reason: string },
): Promise<FileAnswer> {
  requireFreshIdentity(context)
  const { id } = await requireMember(context.db, memberId)
  // First: whoever holds the file must be in the log.
  await recordAction(context.db, context, { action: 'member.exported', object: { kind: 'member', id }, reason })
  return collectData(context, areas, id)
}
