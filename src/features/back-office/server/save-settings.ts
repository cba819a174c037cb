import { requireFreshIdentity } from '#features/accounts/server/public.ts'
import { saveRate } from '#features/catalogue/server/public.ts'
import { lockCompany, readCompany, readStanding, saveCompany, saveLegalNotes } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { JsonObject } from '#platform/shared/json.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { saveSettings as endpoint, Settings } from '../contract/settings.ts'
import { ratesOf, remainingPlaceholders } from '../rules/settings.ts'
import { getSettings } from './get-settings.ts'

/** What was issued or sold keeps the words and rates it was issued with: they are copied there. */
export async function saveSettings(
  context: MemberContext,
  { version, company, tax, legal, confirmed }: BodyOf<typeof endpoint>,
): Promise<Settings> {
  requireFreshIdentity(context)
  return context.db.transaction().execute(async (tx) => {
    await lockCompany(tx)
    const before = await getSettings(tx)
    if (before.version !== version) throw new Refused('changed-meanwhile')
    const { placeholders } = await readStanding(tx)
    await saveCompany(tx, company, remainingPlaceholders(await readCompany(tx), company, { placeholders, confirmed }))
    await saveLegalNotes(tx, legal)
    const rates = ratesOf(company, tax)
    await saveRate(tx, { id: 'uk', ...rates.uk })
    await saveRate(tx, { id: 'international', ...rates.international })
    const after = await getSettings(tx)
    await recordAction(tx, context, {
      action: 'settings.changed',
      object: { kind: 'settings', id: 'company' },
      before: changedIn(before, after),
      after: changedIn(after, before),
    })
    return after
  })
}

/** What differs from the others. */
function changedIn(settings: Settings, others: Settings): JsonObject {
  const flat = ({ company, tax, legal, placeholders }: Settings): JsonObject => ({
    ...company,
    ...tax,
    legal,
    placeholders,
  })
  const there = flat(others)
  return Object.fromEntries(
    Object.entries(flat(settings)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(there[name])),
  )
}
