import { actForMember } from '#features/accounts/server/public.ts'
import { getOwnedPackage, listOwnedPackages } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMemberPackages as endpoint } from '../contract/member.ts'

/** As their owner sees them. */
export async function listMemberPackages(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const asMember = await actForMember(context, memberId)
  const { items, nextCursor } = await listOwnedPackages(asMember, page)
  return { items: await Promise.all(items.map(({ id }) => getOwnedPackage(asMember, id))), nextCursor }
}
