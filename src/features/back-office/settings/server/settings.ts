import { STANDARD_VAT_RATE } from '#features/catalogue/rules.ts'
import { findMarket, saveTaxRate } from '#features/catalogue/server/public.ts'
import {
  getCompanyStatus,
  getLegalNotes,
  lockCompany,
  readCompany,
  saveCompany,
  saveLegalNotes,
} from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { JsonObject } from '#platform/shared/json.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { saveSettings as endpoint, Settings } from '../contract.ts'
import { remainingPlaceholders, toTaxRates } from '../rules.ts'

/** Issued documents and sold packages keep their own copies of text and rates, so saving never changes them. */
export async function saveSettings(
  context: MemberContext,
  { version, company, tax, legal, confirmed }: BodyOf<typeof endpoint>,
): Promise<Settings> {
  return context.db.transaction().execute(async (tx) => {
    await lockCompany(tx)
    const before = await getSettings(tx)
    if (before.version !== version) throw new Refused('edited-elsewhere')
    const { placeholders } = await getCompanyStatus(tx)
    await saveCompany(tx, company, remainingPlaceholders(await readCompany(tx), company, { placeholders, confirmed }))
    await saveLegalNotes(tx, legal)
    const rates = toTaxRates(company, tax)
    await saveTaxRate(tx, { id: 'uk', ...rates.uk })
    await saveTaxRate(tx, { id: 'international', ...rates.international })
    const after = await getSettings(tx)
    await recordAction(tx, context, {
      action: 'settings.changed',
      object: { kind: 'settings', id: 'company' },
      before: listChanges(before, after),
      after: listChanges(after, before),
    })
    return after
  })
}

/** Returns the fields whose values differ from those in `other`. */
function listChanges(settings: Settings, other: Settings): JsonObject {
  const flatten = ({ company, tax, legal, placeholders }: Settings): JsonObject => ({
    ...company,
    ...tax,
    legal,
    placeholders,
  })
  const otherValues = flatten(other)
  return Object.fromEntries(
    Object.entries(flatten(settings)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(otherValues[name]),
    ),
  )
}

export async function getSettings(db: Db): Promise<Settings> {
  const company = await readCompany(db)
  const uk = await findMarket(db, 'uk')
  const international = await findMarket(db, 'international')
  // Without registration the stored rate is 0, so the form offers the standard rate instead.
  const vatRate = (company.vatNumber === null ? undefined : uk?.taxRateBasisPoints) ?? STANDARD_VAT_RATE
  return {
    ...(await getCompanyStatus(db)),
    company,
    tax: { vatRate, otherRate: international?.taxRateBasisPoints ?? 0 },
    legal: await getLegalNotes(db),
  }
}
