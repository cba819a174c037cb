import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listInbox as endpoint, InboxSummary } from '../contract/inbox.ts'
import { answerDue } from '../rules.ts'
import { listMessages, type MessageRow, type SummaryRow } from './inbox-store.ts'

export async function listInbox(
  { db, actor }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const asked = { ...filter, asker: actor.memberId, limit: limit + 1, after: afterCursor(cursor) }
  const rows = await listMessages(db, asked)
  return pageFrom(rows, limit, ({ received_at: at, id }) => ({ at, id }), summarize)
}

function summarize(row: SummaryRow): InboxSummary {
  return { ...showMessage(row), excerpt: row.excerpt }
}

export function showMessage(row: MessageRow): Omit<InboxSummary, 'excerpt'> {
  const { id, reference, kind, topic, name, email, state, received_at: receivedAt } = row
  const isSpam = row.spam_reason !== null
  return {
    id,
    reference,
    kind,
    topic,
    name,
    email,
    state,
    isSpam,
    receivedAt: receivedAt.toISOString(),
    assignee: row.assignee_id ? { id: row.assignee_id, name: nameOf(row) } : null,
    answerBy: answerDue({ kind, isSpam, receivedAt, state })?.toISOString() ?? null,
  }
}

/** Of whoever has left nothing is known but that they were there. */
export function nameOf({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || 'Somebody who has left'
}
