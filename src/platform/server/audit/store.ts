import './tables.ts'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../db/tables.ts'

export async function insertEntry(tx: Db, entry: Insertable<Tables['audit_entry']>): Promise<void> {
  await tx.insertInto('audit_entry').values(entry).execute()
}
