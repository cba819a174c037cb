import type { Context } from '#platform/server/context.ts'
import { eachRow } from '#platform/server/db/batches.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import { insertExpiry, listEndedPackages, listExpiringLines, markSessionsExpired } from './expiry-store.ts'
import { lockEntitlement } from './store.ts'

const BATCH = 100

/**
 * Writes a ledger entry for any sessions left when a package ends, so that the entries always add up to what the member
 * has (PRODUCT D22).
 */
export async function expireSessions(context: Context): Promise<void> {
  const { db, now } = context
  for await (const { id } of eachRow<PagePosition>(BATCH, (page) => listEndedPackages(db, { now: now(), ...page })))
    await expirePackage(context, id)
}

async function expirePackage({ db, now }: Context, entitlementId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    const lines = await listExpiringLines(tx, entitlementId, now())
    for (const { lineKey, left, endedAt, isOver } of lines) {
      if (isOver) await insertExpiry(tx, { entitlementId, lineKey, left, at: endedAt })
    }
    // Lines that may still be used are checked again in a later run.
    if (lines.every(({ isOver }) => isOver)) await markSessionsExpired(tx, entitlementId)
  })
}
