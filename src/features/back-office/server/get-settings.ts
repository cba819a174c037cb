import { findMarket } from '#features/catalogue/server/public.ts'
import { readCompany, readLegalNotes, readStanding } from '#features/company/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Settings } from '../contract/settings.ts'

/** The rate of the United Kingdom for who registers and has none to go on with (VATA 1994 s. 2). */
const STANDARD_VAT = 2_000

export async function getSettings(db: Db): Promise<Settings> {
  const company = await readCompany(db)
  const uk = await findMarket(db, 'uk')
  const international = await findMarket(db, 'international')
  const vatRate = company.vatNumber === null ? STANDARD_VAT : (uk?.taxRateBasisPoints ?? STANDARD_VAT)
  return {
    ...(await readStanding(db)),
    company,
    tax: { vatRate, otherRate: international?.taxRateBasisPoints ?? 0 },
    legal: await readLegalNotes(db),
  }
}
