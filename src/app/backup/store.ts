import type { Db } from '#platform/server/db/tables.ts'

export async function recordBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto('lastBackup')
    .values({ madeAt })
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ madeAt }))
    .execute()
}

export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('lastBackup').select('madeAt').executeTakeFirst()
  return row?.madeAt
}
