import type { Db } from '#platform/server/db/tables.ts'
import { sessionOver } from '#platform/server/http/problem.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { requireMember } from './require-member.ts'
import { isSessionOpen } from './session-store.ts'
import { type Account, getAccount, lockAccount } from './store.ts'

/**
 * The account that staff change, and their own beside it, both held until the transaction ends: of two administrators
 * who take each other's role away, the second finds that they are none any more.
 * @throws Refused 'member-not-found'; HttpProblem 401
 */
export async function lockMember(tx: Db, actor: Actor, id: string): Promise<Account> {
  const { id: memberId } = await requireMember(tx, id)
  // In one order, whoever asks: else they would wait for each other.
  for (const each of [memberId, actor.memberId].toSorted()) await lockAccount(tx, each)
  const own = await getAccount(tx, actor.memberId)
  const isOpen = await isSessionOpen(tx, actor.sessionId)
  if (own.role !== 'administrator' || own.isDisabled || !isOpen) throw sessionOver()
  // They may have left while this waited.
  return requireMember(tx, memberId)
}
