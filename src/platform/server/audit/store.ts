import './tables.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../db/tables.ts'
import type { Place } from '../paging.ts'

export async function insertEntry(tx: Db, entry: Insertable<Tables['audit_entry']>): Promise<void> {
  await tx.insertInto('audit_entry').values(entry).execute()
}

export type AuditFilters = {
  actorId?: string | undefined
  objectKind?: string | undefined
  objectId?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

export type StoredEntry = Awaited<ReturnType<typeof listEntries>>[number]

/** Newest first, from just after a place in that order. */
export async function listEntries(
  db: Db,
  { filters, limit, after }: { filters: AuditFilters; limit: number; after: Place | undefined },
) {
  const { actorId, objectKind, objectId, action, from, before } = filters
  let query = db
    .selectFrom('audit_entry')
    .leftJoin('account', 'account.id', 'audit_entry.actor_id')
    .select(['audit_entry.id', 'occurred_at', 'actor_id', 'action', 'object_kind', 'object_id'])
    .select(['audit_entry.reason', 'before', 'after', nameOfAccount.as('actor_name')])
  if (actorId) query = query.where('actor_id', '=', actorId)
  if (objectKind) query = query.where('object_kind', '=', objectKind)
  if (objectId) query = query.where('object_id', '=', objectId)
  if (action) query = query.where('action', '=', action)
  if (from) query = query.where('occurred_at', '>=', from)
  if (before) query = query.where('occurred_at', '<', before)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('occurred_at', 'audit_entry.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('occurred_at', 'desc').orderBy('audit_entry.id', 'desc').limit(limit).execute()
}

/** Whoever has done something, by name. */
export async function listActors(db: Db): Promise<{ id: string; name: string | null }[]> {
  const ids = await listDistinct(db, 'actor_id')
  return db
    .selectFrom('account')
    .where('account.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['account.id', nameOfAccount.as('name')])
    .orderBy('name')
    .execute()
}

/** What there is in a column, in order: it goes from one value to the next, however many rows have each. */
export async function listDistinct(db: Db, column: 'actor_id' | 'action' | 'object_kind'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive known as (
      (select ${name} as value from audit_entry order by ${name} limit 1)
      union all
      select (select ${name} from audit_entry where ${name} > known.value order by ${name} limit 1)
      from known where known.value is not null
    )
    select value::text as value from known where value is not null
  `.execute(db)
  return rows.map(({ value }) => value)
}

const nameOfAccount = sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`
