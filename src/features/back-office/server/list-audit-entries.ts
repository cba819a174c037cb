import { type AuditFilters, listEntries, type StoredEntry } from '#platform/server/audit/store.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { AuditEntry, AuditFilter, listAuditEntries as endpoint } from '../contract/audit.ts'

export async function listAuditEntries(
  { db }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listEntries(db, { filters: readFilter(filter), limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ occurred_at: at, id }) => ({ at, id }), showEntry)
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

function showEntry(row: StoredEntry): AuditEntry {
  const { id, occurred_at, actor_id, actor_name, action, object_kind, object_id, reason, before, after } = row
  return {
    id,
    occurredAt: occurred_at.toISOString(),
    actor: { id: actor_id, name: actor_name },
    action,
    object: { kind: object_kind, id: object_id },
    reason,
    // As they came out of a column of JSON.
    before: before as AuditEntry['before'],
    after: after as AuditEntry['after'],
  }
}
