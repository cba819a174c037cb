import type { MemberContext } from '#platform/server/context.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { eraseEverything } from './erase-everything.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'

export async function deleteAccount(context: MemberContext, areas: PersonalDataAreas): Promise<void> {
  requireFreshIdentity(context)
  await eraseEverything(context, areas)
}
