import type { Db } from '#platform/server/db/tables.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import type { Account } from '../../server/store.ts'
import type { Guardian } from '../contract.ts'
import { saveProfileChanges } from './store.ts'

/** Stores the guardian of a member under 18, wherever the site asks for one. */
export async function saveGuardian(tx: Db, actor: Actor, guardian: Guardian): Promise<Account> {
  const account = await lockOwnAccount(tx, actor)
  requireOtherPerson(account, guardian)
  await saveProfileChanges(tx, account.id, { guardian })
  return account
}

/** Members cannot be their own guardian. */
export function requireOtherPerson(account: Account, guardian: Guardian): void {
  const isOwnAddress = canonicalEmailAddress(guardian.email) === canonicalEmailAddress(account.email)
  if (isOwnAddress) throw new Refused('guardian-is-member')
}
