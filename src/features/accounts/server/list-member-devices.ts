import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMemberDevices as endpoint } from '../contract/member-account.ts'
import { actForMember } from './act-for-member.ts'
import { listSessions } from './list-sessions.ts'

export async function listMemberDevices(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  return listSessions(await actForMember(context, memberId), page)
}
