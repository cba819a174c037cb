import type { Context } from '#platform/server/context.ts'
import { packageSeeds } from '../packages.ts'
import { type Market, STANDARD_VAT_RATE, vatLabel } from '../rules.ts'
import { hasPackages, insertMarkets, insertPackage, lockMarkets } from './store.ts'

/** The 10% is a configured tax, never called VAT (PRODUCT D1). */
const markets: Market[] = [
  { id: 'uk', currency: 'GBP', taxRateBasisPoints: STANDARD_VAT_RATE, taxLabel: vatLabel(STANDARD_VAT_RATE) },
  { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' },
]

/** Fills only an empty catalogue, so that it never overwrites an administrator's changes. */
export async function seedCatalogue({ db, now }: Context): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await hasPackages(tx)) return
    await lockMarkets(tx)
    // Another process may have filled the catalogue while we waited for the lock.
    if (await hasPackages(tx)) return
    await insertMarkets(tx, markets)
    const createdAt = now()
    for (const [position, seed] of packageSeeds.entries()) await insertPackage(tx, seed, { position, createdAt })
  })
}
