import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type Correspondent, findCorrespondent } from './letter-store.ts'

/** For whoever names a member. @throws Refused where there is none, or they have left */
export async function requireCorrespondent(db: Db, memberId: MemberId): Promise<Correspondent> {
  const member = await findCorrespondent(db, memberId)
  if (!member) throw new Refused('member-not-found')
  return member
}
