import './tables.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../db/tables.ts'
import { takePage } from '../db/take-page.ts'
import type { Page } from '../paging.ts'

export async function insertEntry(tx: Db, entry: Insertable<Tables['auditEntry']>): Promise<void> {
  await tx.insertInto('auditEntry').values(entry).execute()
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

/** Lists entries newest first, from the page's position. */
export async function listEntries(db: Db, { filters, ...page }: Page & { filters: AuditFilters }) {
  const { actorId, objectKind, objectId, action, from, before } = filters
  let query = db
    .selectFrom('auditEntry')
    .leftJoin('account', 'account.id', 'auditEntry.actorId')
    .select(['auditEntry.id', 'occurredAt', 'actorId', 'action', 'objectKind', 'objectId'])
    .select(['auditEntry.reason', 'before', 'after', accountName.as('actorName')])
  if (actorId) query = query.where('actorId', '=', actorId)
  if (objectKind) query = query.where('objectKind', '=', objectKind)
  if (objectId) query = query.where('objectId', '=', objectId)
  if (action) query = query.where('action', '=', action)
  if (from) query = query.where('occurredAt', '>=', from)
  if (before) query = query.where('occurredAt', '<', before)
  return takePage(query, ['occurredAt', 'auditEntry.id'], 'desc', page).execute()
}

/** Lists actions of one kind, such as `account`, on one object, oldest first. */
export async function listActionsOn(db: Db, object: { kind: string; id: string }, actionPrefix: string) {
  return db
    .selectFrom('auditEntry')
    .where('objectKind', '=', object.kind)
    .where('objectId', '=', object.id)
    .where('action', 'like', `${actionPrefix}.%`)
    .select(['occurredAt', 'action'])
    .orderBy('occurredAt')
    .orderBy('id')
    .execute()
}

/** Lists everyone who has an entry in the log, by name. */
export async function listActors(db: Db): Promise<{ id: string; name: string | null }[]> {
  const ids = await listDistinct(db, 'actorId')
  return db
    .selectFrom('account')
    .where('account.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['account.id', accountName.as('name')])
    .orderBy('name')
    .execute()
}

/** Lists distinct values in order. It jumps from value to value in the index, so many rows cost little. */
export async function listDistinct(db: Db, column: 'actorId' | 'action' | 'objectKind'): Promise<string[]> {
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

const accountName = sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`
