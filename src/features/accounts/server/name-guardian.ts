import type { Db } from '#platform/server/db/tables.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Guardian } from '../contract/profile.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { saveProfileChanges } from './profile-store.ts'
import type { Account } from './store.ts'

/** Writes into the profile who answers for a member under 18, from wherever they are asked. */
export async function nameGuardian(tx: Db, actor: Actor, guardian: Guardian): Promise<Account> {
  const account = await lockOwnAccount(tx, actor)
  requireOtherPerson(account, guardian)
  await saveProfileChanges(tx, account.id, { guardian })
  return account
}

/** Nobody answers for themselves. */
export function requireOtherPerson(account: Account, guardian: Guardian): void {
  const isOwnAddress = canonicalEmailAddress(guardian.email) === canonicalEmailAddress(account.email)
  if (isOwnAddress) throw new Refused('guardian-is-member')
}
