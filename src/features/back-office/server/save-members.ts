import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvCell, csvAnswer } from '#platform/server/http/csv-answer.ts'
import { recordAction } from '#platform/server/record-action.ts'
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

/** Names and addresses of everybody leave the house with it: that is recorded. */
export async function saveMembers(context: MemberContext, filter: MemberFilter): Promise<LargeFileAnswer> {
  const { search: _, ...after } = filter
  await recordAction(context.db, context, {
    action: 'member-list.saved',
    object: { kind: 'member-list', id: 'csv' },
    after,
  })
  return csvAnswer(`members-${companyDay(context.now())}.csv`, columns, (cursor) =>
    listMembers(context, { ...filter, cursor, limit: CSV_PAGE }),
  )
}
