import { seedCatalogue } from '#features/catalogue/server/public.ts'
import { seedCompany } from '#features/company/server/public.ts'
import { seedExchangeRates } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openStorage } from '#platform/server/files/open-storage.ts'
import { type JobRunner, openJobs } from '#platform/server/jobs/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { openRateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import type { Config } from '../config/config.ts'
import { readDataKeys } from './data-keys.ts'
import type { openSiteDatabase } from './database.ts'
import { jobs } from './jobs.ts'

type ContextOptions = {
  database: Awaited<ReturnType<typeof openSiteDatabase>>
  now?: () => Date
  onFileFailure?: NonNullable<Parameters<typeof openStorage>[1]['onFailure']>
}

/**
 * Opens the services that every process of the site needs, and seeds an empty database.
 * @param resources closes them in reverse order when the process ends
 */
export async function openContext(
  resources: AsyncDisposableStack,
  config: Config,
  log: Log,
  { database, now = () => new Date(), onFileFailure }: ContextOptions,
): Promise<Context & { jobs: JobRunner }> {
  const runner = await openJobs(database, jobs, log)
  resources.defer(runner.stop)
  const context = {
    db: database.db,
    jobs: runner,
    limits: openRateLimits(database.db),
    files: openStorage(config.files, { log, ...(onFileFailure && { onFailure: onFileFailure }) }),
    dataKeys: readDataKeys(config),
    now,
    publicUrl: config.publicUrl,
    log,
  }
  await seedDatabase(context)
  return context
}

/** Fills an empty database with the catalogue, the settings and an exchange rate (PRODUCT D23). */
export async function seedDatabase(context: Context): Promise<void> {
  await seedCompany(context)
  await seedCatalogue(context)
  await seedExchangeRates(context)
}
