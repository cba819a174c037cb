import { requireMember } from '#features/accounts/server/public.ts'
import { sumPaid } from '#features/payments/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { fullName } from '#platform/shared/person-name.ts'
import type { listMembers as endpoint, MemberAccount, MemberFilter, MemberSummary } from '../contract.ts'
import { getMemberRow, listMemberRows, type MemberRow } from './store.ts'

export async function getMember({ db, now }: MemberContext, memberId: string): Promise<MemberAccount> {
  const { id } = await requireMember(db, memberId)
  const row = await getMemberRow(db, id, now())
  const spend = await sumPaid(db, id)
  return {
    ...summariseMember(row),
    firstName: row.firstName,
    lastName: row.lastName,
    emailVerified: row.emailVerifiedAt !== null,
    mobile: row.mobile,
    timeZone: row.timeZone,
    spend: spend.map(({ currency, amount }) => ({ currency, amount: minorUnits(amount) })),
  }
}

const columns: CsvColumns<MemberSummary> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Role: ({ role }) => role,
  State: ({ state }) => state,
  'Joined (UTC)': ({ joinedAt }) => new Date(joinedAt),
  'Last login (UTC)': ({ lastLoginAt }) => lastLoginAt && new Date(lastLoginAt),
  'Active packages': ({ activePackages }) => activePackages,
  Number: ({ id }) => id,
}

export async function downloadMembers(context: MemberContext, filter: MemberFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'members',
    name: `members-${companyDay(context.now())}.csv`,
    filter,
    columns,
    readPage: (cursor) => listMembers(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

export async function listMembers(
  { db, now }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listMemberRows(db, { now: now(), limit: limit + 1, after: afterCursor(cursor), filter })
  return pageFrom(rows, limit, ({ createdAt: at, id }) => ({ at, id }), summariseMember)
}

function summariseMember(row: MemberRow): MemberSummary {
  const { id, role, state } = row
  return {
    id,
    name: fullName(row.firstName, row.lastName),
    // A deleted account stores a dummy value that is not an email address.
    email: state === 'deleted' ? '' : row.email,
    role,
    state,
    joinedAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    activePackages: row.activePackages,
  }
}
