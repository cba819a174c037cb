import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Company, LegalNotes } from '../contract.ts'

export async function readCompany(db: Db): Promise<Company> {
  const row = await db.selectFrom('company').select(['settings', 'registrations']).executeTakeFirst()
  if (!row) throw new Error('The company has no settings: the seed has not run')
  return { ...row.settings, registrations: row.registrations }
}

/** Lists the settings that are still placeholders. */
export async function findPlaceholders(db: Db): Promise<string[]> {
  return (await db.selectFrom('company').select('placeholders').executeTakeFirst())?.placeholders ?? []
}

export async function insertCompany(
  db: Db,
  { registrations, ...settings }: Company,
  placeholders: (keyof Company)[],
): Promise<void> {
  await db
    .insertInto('company')
    .values({ id: true, settings, registrations: JSON.stringify(registrations), placeholders })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function getLegalNotes(db: Db): Promise<LegalNotes> {
  const { legalNotes } = await db.selectFrom('company').select('legalNotes').executeTakeFirstOrThrow()
  return legalNotes
}

export async function saveLegalNotes(tx: Db, notes: LegalNotes): Promise<void> {
  await tx.updateTable('company').set({ legalNotes: notes }).execute()
}

/** The settings' version, and which of them are still placeholders. */
export async function getCompanyStatus(db: Db): Promise<{ version: number; placeholders: string[] }> {
  return db.selectFrom('company').select(['version', 'placeholders']).executeTakeFirstOrThrow()
}

/** Locks the settings until the transaction ends, so that concurrent changes run one after the other. */
export async function lockCompany(tx: Db): Promise<void> {
  await tx.selectFrom('company').select('id').forUpdate().executeTakeFirst()
}

export async function saveCompany(
  tx: Db,
  { registrations, ...settings }: Company,
  placeholders: string[],
): Promise<void> {
  await tx
    .updateTable('company')
    .set(({ eb }) => ({
      settings,
      registrations: JSON.stringify(registrations),
      placeholders,
      version: eb('version', '+', 1),
    }))
    .execute()
}
