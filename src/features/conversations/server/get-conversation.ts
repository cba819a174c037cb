import { readAccountDetails } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract.ts'
import type { MemberConversationsContext } from './conversations-context.ts'
import { showMessage } from './show-message.ts'
import { countUnreadMessages, findReadUntil, listMessages } from './store.ts'

export async function getConversation(
  { db, actor, incomingMail }: MemberConversationsContext,
  { cursor, limit }: QueryOf<typeof contract.getConversation>,
): Promise<ResponseOf<typeof contract.getConversation>> {
  const { memberId } = actor
  const rows = await listMessages(db, memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const readUntil = await findReadUntil(db, memberId)
  const page = pageFrom(
    rows,
    limit,
    ({ written_at: at, id }) => ({ at, id }),
    (row) => ({
      ...showMessage(row),
      isUnread: row.author === 'company' && (readUntil === null || row.written_at > readUntil),
    }),
  )
  return {
    ...page,
    unread: await countUnreadMessages(db, memberId),
    companyName: (await readCompany(db)).brandName,
    timeZone: (await readAccountDetails(db, memberId)).timeZone,
    takesMail: incomingMail !== undefined,
  }
}
