import { openBatches } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type EndedPackage, listPackagesEndedBefore } from './entitlement-store.ts'

/**
 * For what is forgotten some years after a package has ended: the packages stay, so each night goes past them.
 * @param forget forgets the first few of what is left of these packages, and says how many
 * @returns how many together
 */
export async function visitEndedPackages(
  db: Db,
  before: Date,
  forget: (packageIds: string[]) => Promise<number>,
): Promise<number> {
  const inBatches = openBatches()
  let forgotten = 0
  let after: EndedPackage | undefined
  await inBatches(async (most) => {
    const ended = await listPackagesEndedBefore(db, before, { after, most })
    after = ended.at(-1)
    const packageIds = ended.map(({ id }) => id)
    if (after) forgotten += await inBatches(() => forget(packageIds))
    return ended.length < most ? 0 : most
  })
  return forgotten
}
