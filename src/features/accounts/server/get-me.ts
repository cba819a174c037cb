import type { MemberContext } from '#platform/server/context.ts'
import type { User } from '../contract.ts'
import { findAccount } from './store.ts'
import { userOf } from './user-of.ts'

export async function getMe({ db, actor }: Pick<MemberContext, 'db' | 'actor'>): Promise<User> {
  const account = await findAccount(db, actor.memberId)
  if (!account) throw new Error(`The session's account ${actor.memberId} is missing`)
  return userOf(account)
}
