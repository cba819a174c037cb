import {
  type AuditFilters,
  listActors,
  listDistinct,
  listEntries,
  type StoredEntry,
} from '#platform/server/audit/store.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay, startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { isUuid } from '#platform/shared/uuid.ts'
import type {
  AuditEntry,
  AuditFilter,
  getAuditChoices as choicesEndpoint,
  listAuditEntries as endpoint,
} from '../contract.ts'
import { describeActor } from '../rules.ts'
import { listNames, type NamedObject } from './names-store.ts'

export async function getAuditChoices({ db }: MemberContext): Promise<ResponseOf<typeof choicesEndpoint>> {
  const [actors, kinds, actions] = await Promise.all([
    listActors(db),
    listDistinct(db, 'objectKind'),
    listDistinct(db, 'action'),
  ])
  return { actors, kinds, actions }
}

const columns: CsvColumns<AuditEntry> = {
  'When (UTC)': ({ occurredAt }) => new Date(occurredAt),
  Who: ({ actor }) => describeActor(actor),
  'Who (ID)': ({ actor }) => actor?.id ?? null,
  Action: ({ action }) => action,
  'Record type': ({ object }) => object.kind,
  'Record ID': ({ object }) => object.id,
  'Record name': ({ object }) => object.name,
  Reason: ({ reason }) => reason,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
}

export async function downloadAuditEntries(context: MemberContext, filter: AuditFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'audit-log',
    name: `audit-log-${companyDay(context.now())}.csv`,
    filter,
    columns,
    readPage: (cursor) => listAuditEntries(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

export async function listAuditEntries(
  { db }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listEntries(db, { filters: readFilter(filter), limit: limit + 1, after: afterCursor(cursor) })
  const names = new Map((await listNames(db, rows.flatMap(collectIds))).map((named) => [named.id, named]))
  return pageFrom(
    rows,
    limit,
    ({ occurredAt: at, id }) => ({ at, id }),
    (row) => showEntry(row, names),
  )
}

function readFilter({ actor, kind, object, action, from, until }: AuditFilter): AuditFilters {
  return {
    actorId: actor,
    objectKind: kind,
    objectId: object,
    action,
    from: from === undefined ? undefined : startOfDay(from),
    before: until === undefined ? undefined : startOfDay(until, 1),
  }
}

function collectIds({ objectId, before, after }: StoredEntry): string[] {
  return [objectId, ...collectUuids(before), ...collectUuids(after)]
}

function collectUuids(value: unknown): string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectUuids) : []
}

function showEntry(row: StoredEntry, namesById: ReadonlyMap<string, NamedObject>): AuditEntry {
  const { id, occurredAt, actorId, actorName, action, objectKind, objectId, reason, before, after } = row
  return {
    id,
    occurredAt: occurredAt.toISOString(),
    actor: actorId === null ? null : { id: actorId, name: actorName },
    action,
    object: {
      kind: objectKind,
      id: objectId,
      name: namesById.get(objectId)?.name ?? null,
      memberId: namesById.get(objectId)?.memberId ?? null,
    },
    reason,
    // The column holds JSON, which TypeScript reads as `unknown`.
    before: before as AuditEntry['before'],
    after: after as AuditEntry['after'],
    names: Object.fromEntries(
      [...collectUuids(before), ...collectUuids(after)].flatMap((value) => {
        const named = namesById.get(value)
        return named ? [[value, named.name]] : []
      }),
    ),
  }
}
