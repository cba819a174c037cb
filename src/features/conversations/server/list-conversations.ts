import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { ConversationSummary, listConversations as endpoint } from '../contract/staff.ts'
import { listSummaries, type SummaryRow } from './staff-store.ts'

export async function listConversations(
  { db }: MemberContext,
  { cursor, limit, search }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listSummaries(db, { limit: limit + 1, after: afterCursor(cursor), search })
  return pageFrom(rows, limit, ({ listed_at: at, member_id: id }) => ({ at, id }), summarize)
}

function summarize(row: SummaryRow): ConversationSummary {
  const name = `${row.first_name} ${row.last_name}`.trim()
  return {
    member: { id: row.member_id, name, email: row.email },
    lastMessageAt: row.last_message_at.toISOString(),
    lastAuthor: row.author,
    excerpt: row.excerpt,
    waitingSince: row.waiting_since?.toISOString() ?? null,
  }
}
