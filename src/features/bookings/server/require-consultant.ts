import { type ConsultantProfile, findConsultantProfile } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'

/** Finds the consultant's own profile. @throws Refused `no-consultant-profile` */
export async function requireConsultant(db: Db, accountId: MemberId): Promise<ConsultantProfile> {
  const profile = await findConsultantProfile(db, accountId)
  if (!profile) throw new Refused('no-consultant-profile')
  return profile
}
