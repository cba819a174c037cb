import type { Context } from '#platform/server/context.ts'
import { packageSeeds } from '../packages.ts'
import type { Market } from '../rules.ts'
import { hasPackages, insertMarkets, insertPackage, lockMarkets } from './store.ts'

/** PRODUCT D1. The 10 % is a configured tax, never called VAT. */
const markets: Market[] = [
  { id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' },
  { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' },
]

/** Fills an empty catalogue; one that has packages belongs to its administrator. */
export async function seedCatalogue({ db, now }: Context): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await hasPackages(tx)) return
    await lockMarkets(tx)
    // A process that has begun at the same moment was quicker.
    if (await hasPackages(tx)) return
    await insertMarkets(tx, markets)
    for (const [position, seed] of packageSeeds.entries()) await insertPackage(tx, seed, position, now())
  })
}
