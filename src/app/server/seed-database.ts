import { seedCatalogue } from '#features/catalogue/server/public.ts'
import { seedCompany } from '#features/company/server/public.ts'
import { seedExchangeRates } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'

/** What an empty database begins with (PRODUCT D23): catalogue, settings and a rate of exchange. */
export async function seedDatabase(context: Context): Promise<void> {
  await seedCompany(context)
  await seedCatalogue(context)
  await seedExchangeRates(context)
}
