import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { MailFilter, MailSummary } from '../contract.ts'
import { listMails } from './list-mails.ts'

export async function downloadMails(context: MemberContext, filter: MailFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'mails',
    filter,
    columns,
    readPage: (cursor) => listMails(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns: CsvColumns<MailSummary> = {
  'Written (UTC)': ({ writtenAt }) => new Date(writtenAt),
  Recipient: ({ recipient }) => recipient,
  Subject: ({ subject }) => subject,
  State: ({ state }) => state.replaceAll('-', ' '),
  Attempts: ({ attempts }) => attempts,
  'Sent (UTC)': ({ sentAt }) => sentAt && new Date(sentAt),
  'Why it failed': ({ failure }) => failure,
}
