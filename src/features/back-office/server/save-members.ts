import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvCell } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { MemberFilter, MemberSummary } from '../contract/member.ts'
import { listMembers } from './list-members.ts'

const columns: Record<string, (member: MemberSummary) => CsvCell> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Role: ({ role }) => role,
  State: ({ state }) => state,
  'Joined (UTC)': ({ joinedAt }) => new Date(joinedAt),
  'Last login (UTC)': ({ lastLoginAt }) => lastLoginAt && new Date(lastLoginAt),
  'Packages that run': ({ activePackages }) => activePackages,
  Number: ({ id }) => id,
}

export async function saveMembers(context: MemberContext, filter: MemberFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'members',
    name: `members-${companyDay(context.now())}.csv`,
    filter,
    columns,
    readPage: (cursor) => listMembers(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}
