import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sessionExpired } from '#platform/server/http/http-error.ts'
import type { Actor, MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isSessionOpen } from '../sessions/server/store.ts'
import { type Account, findPresentAccount, getAccount, lockAccount, toUser } from './store.ts'

/**
 * Lets staff run a use case on behalf of a member. Record the changes with the original context, which names the staff
 * member.
 * @throws Refused 'member-not-found'
 */
export async function actForMember(context: MemberContext, memberId: string): Promise<MemberContext> {
  const member = await requireMember(context.db, memberId)
  const { id, role } = member
  return { ...context, actor: { ...context.actor, memberId: id, role, user: toUser(member) } }
}

/** Lets a job run a use case that a member asked for without logging in (PRODUCT D25). */
export function actAsBuyer<Needs extends Context>(context: Needs, buyer: Account): Needs & MemberContext {
  const { id: memberId, role } = buyer
  const confirmedAt = context.now()
  return {
    ...context,
    actor: { memberId, role, user: toUser(buyer), sessionId: '', confirmedAt, factorConfirmedAt: null },
  }
}

/**
 * Locks the member and the administrator until the transaction ends. If two administrators demote each other, the
 * second call finds that its caller is no longer an administrator.
 * @throws Refused 'member-not-found'; HttpError 401
 */
export async function lockMember(tx: Db, actor: Actor, id: string): Promise<Account> {
  const { id: memberId } = await requireMember(tx, id)
  // Always lock in the same order. Otherwise two administrators could deadlock.
  for (const accountId of [memberId, actor.memberId].toSorted()) await lockAccount(tx, accountId)
  const administrator = await getAccount(tx, actor.memberId)
  const isOpen = await isSessionOpen(tx, actor.sessionId)
  if (administrator.role !== 'administrator' || administrator.isDisabled || !isOpen) throw sessionExpired()
  // The member may have deleted their account while this transaction waited for the lock.
  return requireMember(tx, memberId)
}

/**
 * Call before a member changes their account. The owner may have recovered or deleted the account after the request was
 * authenticated, and a request that waited for the lock must then stop.
 * @throws HttpError 401
 */
export async function lockOwnAccount(tx: Db, { memberId, sessionId }: Actor): Promise<Account> {
  const account = await lockAccount(tx, memberId)
  if (account.isDisabled || !(await isSessionOpen(tx, sessionId))) throw sessionExpired()
  return account
}

/**
 * Finds a member by id, unless the account was deleted.
 * @throws Refused 'member-not-found'
 */
export async function requireMember(db: Db, id: string): Promise<Account> {
  const account = await findPresentAccount(db, id as MemberId)
  if (!account) throw new Refused('member-not-found')
  return account
}
