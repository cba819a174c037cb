import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { ConversationFilter, ConversationSummary } from '../contract/staff.ts'
import { listConversations } from './list-conversations.ts'

export async function downloadConversations(
  context: MemberContext,
  filter: ConversationFilter,
): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'conversations',
    filter,
    columns,
    readPage: (cursor) => listConversations(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns: CsvColumns<ConversationSummary> = {
  Member: ({ member }) => member.name,
  'E-mail address': ({ member }) => member.email,
  'Waits since (UTC)': ({ waitingSince }) => waitingSince && new Date(waitingSince),
  'Last message (UTC)': ({ lastMessageAt }) => new Date(lastMessageAt),
  'Written by': ({ lastAuthor }) => (lastAuthor === 'company' ? 'us' : 'the member'),
  Begins: ({ excerpt }) => excerpt,
}
