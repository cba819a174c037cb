import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { User } from '../contract.ts'
import { getAccount } from './store.ts'
import { userOf } from './user-of.ts'

/** As the account is now, for whoever has just changed it. */
export async function getUser(db: Db, id: MemberId): Promise<User> {
  return userOf(await getAccount(db, id))
}
