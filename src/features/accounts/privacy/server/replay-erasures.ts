import type { Context } from '#platform/server/context.ts'
import { openBatches, withoutTimeLimit } from '#platform/server/db/batches.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { findDataSubject, insertErasures, listErasedAccounts } from './store.ts'

/** An entry in the ledger of erasures, which is kept longer than any backup. */
export type Erasure = { accountId: string; erasedAt: Date }

/**
 * Repeats the erasures that a restored backup has undone, without sending the emails again.
 * @param ledger erasures since the backup; the database already knows the earlier ones
 * @returns the number of people erased again
 */
export async function replayErasures(
  context: Context,
  areas: PersonalDataAreas,
  ledger: Erasure[] = [],
): Promise<number> {
  const remaining = [...ledger]
  await openBatches(withoutTimeLimit)(async (most) => {
    const batch = remaining.splice(0, most)
    await insertErasures(context.db, batch)
    return batch.length
  })
  const accounts = await listErasedAccounts(context.db)
  for (const memberId of accounts) {
    await context.db.transaction().execute(async (tx) => {
      const subject = await findDataSubject(tx, memberId)
      if (!subject) return
      for (const { erase } of Object.values(areas)) await erase(tx, context, subject)
    })
  }
  return accounts.length
}
