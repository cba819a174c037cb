import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type Account, findPresentAccount } from './store.ts'

/** Somebody whom staff ask for by number: whoever has left is not there any more. @throws Refused 'member-not-found' */
export async function requireMember(db: Db, id: string): Promise<Account> {
  const account = await findPresentAccount(db, id as MemberId)
  if (!account) throw new Refused('member-not-found')
  return account
}
