import type { Context } from '#platform/server/context.ts'
import { insertExpiries, listExpiring } from './expiry-store.ts'
import { lockEntitlement } from './ledger-store.ts'

/** So many packages at once: those that are done are in the list no more. */
const BATCH = 100

/**
 * Work of `expireSessionsJob`: what a package still holds of sessions when its time is over is lost, and its ledger says
 * so (PRODUCT D22). What is promised beside sessions never expires.
 */
export async function expireSessions({ db, now, log }: Context): Promise<void> {
  for (;;) {
    const over = await listExpiring(db, now(), BATCH)
    for (const id of over) {
      await db.transaction().execute(async (tx) => {
        // Whoever books at this moment is done before, and counted, or finds the package over.
        await lockEntitlement(tx, id)
        await insertExpiries(tx, id, now())
      })
    }
    if (over.length > 0) log.info({ packages: over.length }, 'sessions that were not used have expired')
    if (over.length < BATCH) return
  }
}
