import { requireMember } from '#features/accounts/server/public.ts'
import { listMailsTo } from '#features/mails/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMemberMails as endpoint } from '../contract/member.ts'
import { getMemberRow } from './member-store.ts'

/** To the address that they have now: what went to it before they had it here was somebody else's. */
export async function listMemberMails(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, now } = context
  const { id, email } = await requireMember(db, memberId)
  const { created_at: since } = await getMemberRow(db, id, now())
  return listMailsTo(context, { address: email, since }, page)
}
