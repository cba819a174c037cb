import { openBatches } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import { documentsPurgedBefore } from '../documents/rules.ts'
import { deleteDocuments } from '../documents/server/store.ts'
import { listPackagesEndedBefore } from '../entitlements/server/store.ts'

/** Deletes documents when the law no longer requires us to keep them. */
export const purgeDocuments = purgeExpired({
  name: 'purge-documents',
  cron: '10 4 * * *',
  clock: 'business',
  steps: async ({ db, now }, inBatches) => ({
    documents: await inBatches((maxRows) => deleteDocuments(db, documentsPurgedBefore(now()), maxRows)),
  }),
  message: 'old invoices and credit notes deleted',
})

/**
 * Deletes data about packages that ended before the given time. The packages themselves stay, so each run pages through
 * all of them.
 * @param deleteRows deletes a limited number of rows for these packages and returns how many
 * @returns the number of deleted rows
 */
export async function visitEndedPackages(
  db: Db,
  before: Date,
  deleteRows: (packageIds: string[]) => Promise<number>,
): Promise<number> {
  const inBatches = openBatches()
  let deleted = 0
  let after: PagePosition | undefined
  await inBatches(async (maxRows) => {
    const packages = await listPackagesEndedBefore(db, before, { after, limit: maxRows })
    after = packages.at(-1)
    const packageIds = packages.map(({ id }) => id)
    if (after) deleted += await inBatches(() => deleteRows(packageIds))
    return packages.length < maxRows ? 0 : maxRows
  })
  return deleted
}
