import type { MemberContext } from '#platform/server/context.ts'
import { requireMember } from './require-member.ts'
import { userOf } from './user-of.ts'

/**
 * The context in which the use cases of a member say what is theirs, for staff who look after them. What it changes is
 * recorded with the context of the staff.
 * @throws Refused 'member-not-found'
 */
export async function actForMember(context: MemberContext, memberId: string): Promise<MemberContext> {
  const member = await requireMember(context.db, memberId)
  const { id, role } = member
  return { ...context, actor: { ...context.actor, memberId: id, role, user: userOf(member) } }
}
