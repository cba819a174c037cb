import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Company, LegalNotes } from '../contract.ts'

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

export async function readLegalNotes(db: Db): Promise<LegalNotes> {
  const { legal_notes } = await db.selectFrom('company').select('legal_notes').executeTakeFirstOrThrow()
  return legal_notes
}

export async function saveLegalNotes(tx: Db, notes: LegalNotes): Promise<void> {
  await tx.updateTable('company').set({ legal_notes: notes }).execute()
}

/** Which settings these are, and which of them nobody has filled in yet. */
export async function readStanding(db: Db): Promise<{ version: number; placeholders: string[] }> {
  return db.selectFrom('company').select(['version', 'placeholders']).executeTakeFirstOrThrow()
}

/** Whoever changes the settings as well waits here until the other one is done. */
export async function lockCompany(tx: Db): Promise<void> {
  await tx.selectFrom('company').select('id').forUpdate().executeTakeFirst()
}

export async function saveCompany(tx: Db, settings: Company, placeholders: string[]): Promise<void> {
  await tx
    .updateTable('company')
    .set(({ eb }) => ({ settings, placeholders, version: eb('version', '+', 1) }))
    .execute()
}
