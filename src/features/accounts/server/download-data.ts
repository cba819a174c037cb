import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { collectData } from './collect-data.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'

/** Enough for whoever lost the first file; too few to keep the server busy. */
const downloads: Limit = { name: 'download-data', attempts: 5, seconds: 3_600 }

/** All that is known about the member. */
export async function downloadData(context: MemberContext, areas: PersonalDataAreas): Promise<FileAnswer> {
  requireFreshIdentity(context)
  const { actor, limits } = context
  await limits.count(downloads, actor.memberId)
  return collectData(context, areas, actor.memberId)
}
