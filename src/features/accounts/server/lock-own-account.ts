import type { Db } from '#platform/server/db/tables.ts'
import { sessionOver } from '#platform/server/http/problem.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { isSessionOpen } from './session-store.ts'
import { type Account, lockAccount } from './store.ts'

/**
 * For what a member changes of their account. Since the request was let in, the owner may have taken the account back,
 * or have left: what waited for the lock meanwhile must not go on.
 * @throws HttpProblem 401
 */
export async function lockOwnAccount(tx: Db, { memberId, sessionId }: Actor): Promise<Account> {
  const account = await lockAccount(tx, memberId)
  if (account.isDisabled || !(await isSessionOpen(tx, sessionId))) throw sessionOver()
  return account
}
