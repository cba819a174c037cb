import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Company } from '../contract.ts'

export async function findCompany(db: Db): Promise<Company | undefined> {
  return (await db.selectFrom('company').select('settings').executeTakeFirst())?.settings
}

/** The settings that nobody has filled in yet. */
export async function findPlaceholders(db: Db): Promise<string[]> {
  return (await db.selectFrom('company').select('placeholders').executeTakeFirst())?.placeholders ?? []
}

export async function insertCompany(db: Db, settings: Company, placeholders: (keyof Company)[]): Promise<void> {
  await db
    .insertInto('company')
    .values({ id: true, settings, placeholders })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
