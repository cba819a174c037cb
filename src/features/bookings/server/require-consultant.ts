import { getAccountDetails } from '#features/accounts/server/public.ts'
import { type ConsultantProfile, findConsultantProfile } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAvailabilityTimeZone } from './consultant-store.ts'

/** Time zone of the consultant's days: from their availability or, until that is saved, from their account. */
export async function getConsultantTimeZone(db: Db, accountId: MemberId, consultantId: string): Promise<string> {
  return (await findAvailabilityTimeZone(db, consultantId)) ?? (await getAccountDetails(db, accountId)).timeZone
}

/** Finds the consultant's own profile. @throws Refused `no-consultant-profile` */
export async function requireConsultant(db: Db, accountId: MemberId): Promise<ConsultantProfile> {
  const profile = await findConsultantProfile(db, accountId)
  if (!profile) throw new Refused('no-consultant-profile')
  return profile
}
