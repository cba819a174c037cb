import { createFirstAdministrator } from '#features/accounts/server/public.ts'
import { seedCatalogue } from '#features/catalogue/server/public.ts'
import { seedCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Config } from './config.ts'

/**
 * What an empty database begins with (PRODUCT D23): catalogue, settings, the first administrator.
 * @returns the administrator's login, to be printed once, where one was made
 */
export async function seedDatabase(context: Context, firstAdministrator: Config['firstAdministrator'] | undefined) {
  await seedCompany(context)
  await seedCatalogue(context)
  return firstAdministrator && createFirstAdministrator(context, firstAdministrator)
}
