import { hintLabels } from '#features/contact/declarations/rules.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findConversation } from '../../server/store.ts'
import type {
  ConversationFilter,
  ConversationSummary,
  getMemberConversation as conversationEndpoint,
  listConversations as endpoint,
  MemberConversation,
} from '../contract.ts'
import { showStaffMessage } from './show-message.ts'
import { findNextWaitingSince, listSummaries, type SummaryRow } from './staff-store.ts'
import { type Correspondent, findCorrespondent, listMessages, lockConversation, saveStatus } from './store.ts'

export async function downloadConversations(
  context: MemberContext,
  filter: ConversationFilter,
): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'conversations',
    filter,
    columns,
    readPage: (cursor) => listConversations(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<ConversationSummary> = {
  Member: ({ member }) => member.name,
  'Email address': ({ member }) => member.email,
  'Waiting since (UTC)': ({ waitingSince }) => waitingSince && new Date(waitingSince),
  'Last message (UTC)': ({ lastMessageAt }) => new Date(lastMessageAt),
  'May want to cancel': ({ cancellationHint }) => cancellationHint && hintLabels[cancellationHint],
  'Written by': ({ lastAuthor }) => (lastAuthor === 'company' ? 'us' : 'the member'),
  Excerpt: ({ excerpt }) => excerpt,
}

/** Also works for a member without messages, because the company may write first. */
export async function getMemberConversation(
  { db }: MemberContext,
  memberId: MemberId,
  { cursor, limit }: QueryOf<typeof conversationEndpoint>,
): Promise<MemberConversation> {
  const { id, name, email } = await requireCorrespondent(db, memberId)
  const rows = await listMessages(db, memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const page = pageFrom(rows, limit, ({ writtenAt: at, id: messageId }) => ({ at, id: messageId }), showStaffMessage)
  const conversation = await findConversation(db, memberId)
  return { ...page, member: { id, name, email }, waitingSince: conversation?.waitingSince?.toISOString() ?? null }
}

export async function listConversations(
  { db }: MemberContext,
  { cursor, limit, search }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listSummaries(db, { limit: limit + 1, after: afterCursor(cursor), search })
  return pageFrom(rows, limit, ({ listedAt: at, memberId: id }) => ({ at, id }), summarise)
}

function summarise(row: SummaryRow): ConversationSummary {
  const name = fullName(row.firstName, row.lastName)
  return {
    member: { id: row.memberId, name, email: row.email },
    lastMessageAt: row.lastMessageAt.toISOString(),
    lastAuthor: row.author,
    excerpt: row.excerpt,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    cancellationHint: row.cancellationHint,
  }
}

export async function markAnswered(
  context: MemberContext,
  memberId: MemberId,
  seenUntil: string | null,
): Promise<{ waitingSince: string | null }> {
  const { db } = context
  await requireCorrespondent(db, memberId)
  return db.transaction().execute(async (tx) => {
    const conversation = await lockConversation(tx, memberId)
    if (!conversation) return { waitingSince: null }
    const waitingSince = await findNextWaitingSince(tx, conversation, seenUntil)
    await saveStatus(tx, memberId, { lastMessageAt: conversation.lastMessageAt, waitingSince })
    if (conversation.waitingSince && !waitingSince) {
      await recordAction(tx, context, {
        action: 'conversation.marked-answered',
        object: { kind: 'conversation', id: memberId },
      })
    }
    return { waitingSince: waitingSince?.toISOString() ?? null }
  })
}

/** @throws Refused if there is no such member or the account was deleted */
export async function requireCorrespondent(db: Db, memberId: MemberId): Promise<Correspondent> {
  const member = await findCorrespondent(db, memberId)
  if (!member) throw new Refused('member-not-found')
  return member
}
