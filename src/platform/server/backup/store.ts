import type { Db } from '#platform/server/db/tables.ts'
import './tables.ts'

export async function noteBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ made_at: madeAt })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ made_at: madeAt }))
    .execute()
}

export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('last_backup').select('made_at').executeTakeFirst()
  return row?.made_at
}
