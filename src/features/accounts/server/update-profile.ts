import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/profile.ts'
import type { Profile } from '../contract/profile.ts'
import type { User } from '../contract.ts'
import { getProfile } from './get-profile.ts'
import { getUser } from './get-user.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { requireOtherPerson } from './name-guardian.ts'
import { saveProfileChanges } from './profile-store.ts'

/** Of two tabs, each changes only what its member has changed there. */
export async function updateProfile(
  context: MemberContext,
  changes: BodyOf<typeof contract.updateProfile>,
): Promise<{ user: User; profile: Profile }> {
  const { db, now, actor } = context
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (changes.guardian) requireOtherPerson(account, changes.guardian)
    await saveProfileChanges(tx, account.id, changes)
    return { user: await getUser(tx, actor.memberId), profile: await getProfile({ db: tx, now, actor }) }
  })
}
