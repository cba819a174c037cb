import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Actor, MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../../contract.ts'
import { findPendingEmail } from '../../email-address/server/store.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { type Account, getUser } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { Guardian, Profile } from '../contract.ts'
import { profileCompletion, withDefaultPreferences } from '../rules.ts'
import { getAccountDetails, listNotificationPreferences, saveProfileChanges } from './store.ts'

/** Called in the transaction that saves a complete profile. */
export type OnProfileCompleted = (tx: Db, context: Context, memberId: MemberId) => Promise<void>

/** Changes only the fields that were sent, because another tab may have changed the other fields. */
export async function updateProfile(
  context: MemberContext,
  changes: BodyOf<typeof contract.updateProfile>,
  onProfileCompleted: OnProfileCompleted,
): Promise<{ user: User; profile: Profile }> {
  const { db, now, actor } = context
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (changes.guardian) requireOtherPerson(account, changes.guardian)
    await saveProfileChanges(tx, account.id, changes)
    const user = await getUser(tx, actor.memberId)
    if (profileCompletion(user) === 100) await onProfileCompleted(tx, context, actor.memberId)
    return { user, profile: await getProfile({ db: tx, now, actor }) }
  })
}

export async function getProfile({ db, now, actor }: Pick<MemberContext, 'db' | 'now' | 'actor'>): Promise<Profile> {
  const { timeZone, guardian } = await getAccountDetails(db, actor.memberId)
  const chosen = await listNotificationPreferences(db, actor.memberId)
  return {
    ...(await getUser(db, actor.memberId)),
    pendingEmail: (await findPendingEmail(db, actor.memberId, now())) ?? null,
    timeZone,
    guardian,
    notifications: withDefaultPreferences(chosen, { isYoung: guardian !== null }),
  }
}

/** Stores the guardian of a member under 18, wherever the site asks for one. */
export async function saveGuardian(tx: Db, actor: Actor, guardian: Guardian): Promise<Account> {
  const account = await lockOwnAccount(tx, actor)
  requireOtherPerson(account, guardian)
  await saveProfileChanges(tx, account.id, { guardian })
  return account
}

/** Members cannot be their own guardian. */
function requireOtherPerson(account: Account, guardian: Guardian): void {
  const isOwnAddress = canonicalEmailAddress(guardian.email) === canonicalEmailAddress(account.email)
  if (isOwnAddress) throw new Refused('guardian-is-member')
}
