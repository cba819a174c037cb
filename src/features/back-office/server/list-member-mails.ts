import { requireMember } from '#features/accounts/server/public.ts'
import { summarizeMails } from '#features/mails/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMemberMails as endpoint } from '../contract/member.ts'
import { getMemberRow, listMailIdsTo } from './member-store.ts'

/** To the address that they have now: what went to it before they had it here was somebody else's. */
export async function listMemberMails(
  context: MemberContext,
  memberId: string,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, now } = context
  const { id, email } = await requireMember(db, memberId)
  const { created_at: since } = await getMemberRow(db, id, now())
  const ids = await listMailIdsTo(db, { email, since, limit: limit + 1, after: afterCursor(cursor) })
  const mails = await summarizeMails(context, ids)
  return pageFrom(
    mails,
    limit,
    (mail) => ({ at: new Date(mail.writtenAt), id: mail.id }),
    (mail) => mail,
  )
}
