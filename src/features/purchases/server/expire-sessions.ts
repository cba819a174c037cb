import type { Context } from '#platform/server/context.ts'
import { insertExpiry, listEndedPackages, listExpiringLines, markSettled } from './expiry-store.ts'
import { lockEntitlement } from './ledger-store.ts'

const BATCH = 100

/**
 * Work of `expireSessionsJob`: sessions that were left when their package ended are a line of its record, so that the sum
 * of the lines is what the member has (PRODUCT D22).
 */
export async function expireSessions(context: Context): Promise<void> {
  const { db, now } = context
  let after: { id: string; endsAt: Date } | undefined
  do {
    const ended = await listEndedPackages(db, { now: now(), limit: BATCH, after })
    for (const { id } of ended) await expirePackage(context, id)
    after = ended.length < BATCH ? undefined : ended.at(-1)
  } while (after)
}

async function expirePackage({ db, now }: Context, entitlementId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    const lines = await listExpiringLines(tx, entitlementId, now())
    for (const { lineKey, left, endedAt, isOver } of lines) {
      if (isOver) await insertExpiry(tx, { entitlementId, lineKey, left, at: endedAt })
    }
    // What is not over yet comes again.
    if (lines.every(({ isOver }) => isOver)) await markSettled(tx, entitlementId)
  })
}
