import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvCell } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { AuditEntry, AuditFilter } from '../contract/audit.ts'
import { listAuditEntries } from './list-audit-entries.ts'

const columns: Record<string, (entry: AuditEntry) => CsvCell> = {
  'When (UTC)': ({ occurredAt }) => new Date(occurredAt),
  Who: ({ actor }) => actor.name ?? 'Somebody who has left',
  'Their number': ({ actor }) => actor.id,
  Action: ({ action }) => action,
  'Done to': ({ object }) => object.kind,
  'Its number': ({ object }) => object.id,
  Reason: ({ reason }) => reason,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
}

export async function saveAuditEntries(context: MemberContext, filter: AuditFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'audit-log',
    name: `audit-log-${companyDay(context.now())}.csv`,
    filter,
    columns,
    readPage: (cursor) => listAuditEntries(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}
