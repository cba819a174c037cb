import type { MemberContext } from '#platform/server/context.ts'
import type { User } from '../contract.ts'

/** Read with the session: every page begins with this question. */
export async function getMe({ actor }: Pick<MemberContext, 'actor'>): Promise<User> {
  return actor.user
}
