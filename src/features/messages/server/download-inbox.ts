import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { InboxFilter, InboxSummary } from '../contract/inbox.ts'
import { stateWords, topicWords } from '../rules.ts'
import { listInbox } from './list-inbox.ts'

export async function downloadInbox(context: MemberContext, filter: InboxFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'inbox',
    filter,
    columns,
    readPage: (cursor) => listInbox(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns = {
  Reference: ({ reference }: InboxSummary) => reference,
  Kind: ({ kind }: InboxSummary) => (kind === 'complaint' ? 'Complaint' : 'Message'),
  About: ({ topic }: InboxSummary) => topic && topicWords[topic],
  'Received (UTC)': ({ receivedAt }: InboxSummary) => new Date(receivedAt),
  Name: ({ name }: InboxSummary) => name,
  'E-mail': ({ email }: InboxSummary) => email,
  Begins: ({ excerpt }: InboxSummary) => excerpt,
  State: ({ state, isSpam }: InboxSummary) => (isSpam ? 'Spam' : stateWords[state]),
  'Assigned to': ({ assignee }: InboxSummary) => assignee?.name ?? null,
  'Answer by (UTC)': ({ answerBy }: InboxSummary) => (answerBy ? new Date(answerBy) : null),
}
