import './tables.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../db/tables.ts'

export type BrokenSeal = {
  /** `altered`: changed. `missing`: deleted. `added`: inserted without a seal. `cut`: the end was deleted. */
  kind: 'altered' | 'missing' | 'added' | 'cut'
  /** The entry's position in the log, starting at 1. An entry without a seal reports the last position. */
  position: number
  entryId: string | null
}

/** Compares entries and seals in one statement, so that a concurrent insert is seen with its seal or not at all. */
export async function listBrokenSeals(db: Db, limit: number): Promise<BrokenSeal[]> {
  const { rows } = await sql<BrokenSeal>`
    with sealed as (
      select position, entry_id, seal,
        lag(seal, 1, '') over (order by position) as seal_before,
        lag(position, 1, 0::bigint) over (order by position) as position_before
      from audit_seal
    ), compared as (
      select case when audit_entry.id is null then 'missing' else 'altered' end as kind, position, entry_id
      from sealed left join audit_entry on audit_entry.id = sealed.entry_id
      where audit_entry.id is null or seal_of(seal_before, audit_entry) <> seal
      union all
      select 'missing', position - 1, null from sealed where position <> position_before + 1
      union all
      select 'added', (select coalesce(max(position), 0) from sealed), id from audit_entry
      where not exists (select 1 from sealed where entry_id = audit_entry.id)
      union all
      select 'cut', audit_check.position, null from audit_check
      where not exists (select 1 from sealed where sealed.position = audit_check.position and sealed.seal = audit_check.seal)
    )
    select kind, position, entry_id from compared order by compared.position limit ${limit}
  `.execute(db)
  return rows
}

export function findLastSeal(db: Db): Promise<Pick<Selectable<Tables['auditSeal']>, 'position' | 'seal'> | undefined> {
  return db.selectFrom('auditSeal').select(['position', 'seal']).orderBy('position', 'desc').executeTakeFirst()
}

/** Keeps only the latest check. If the log is shorter later, its end was deleted. */
export async function recordCheck(db: Db, check: Insertable<Tables['auditCheck']>): Promise<void> {
  await db
    .insertInto('auditCheck')
    .values(check)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(check))
    .execute()
}
