import { openBatches } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import { documentsPurgedBefore } from '../documents/rules.ts'
import { deleteDocuments } from '../documents/server/store.ts'
import { listPackagesEndedBefore } from '../entitlements/server/store.ts'

/** Deletes documents once no law requires them. */
export const purgeDocuments = purgeExpired({
  name: 'purge-documents',
  cron: '10 4 * * *',
  clock: 'business',
  steps: async ({ db, now }, inBatches) => ({
    documents: await inBatches((most) => deleteDocuments(db, documentsPurgedBefore(now()), most)),
  }),
  message: 'old invoices and credit notes were deleted',
})

/**
 * Deletes data some time after a package ends. The packages stay, so each run pages through all of them.
 * @param forget deletes the first few rows of these packages and returns their number
 * @returns the total
 */
export async function visitEndedPackages(
  db: Db,
  before: Date,
  forget: (packageIds: string[]) => Promise<number>,
): Promise<number> {
  const inBatches = openBatches()
  let forgotten = 0
  let after: PagePosition | undefined
  await inBatches(async (most) => {
    const ended = await listPackagesEndedBefore(db, before, { after, limit: most })
    after = ended.at(-1)
    const packageIds = ended.map(({ id }) => id)
    if (after) forgotten += await inBatches(() => forget(packageIds))
    return ended.length < most ? 0 : most
  })
  return forgotten
}
