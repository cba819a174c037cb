import type { Context } from '#platform/server/context.ts'
import { openBatches, untilDone } from '#platform/server/db/in-batches.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { findDataSubject, insertErasures, listErasedAccounts } from './personal-store.ts'

/** Whose data was erased, and when: the ledger that outlives every backup. */
export type Erasure = { accountId: string; erasedAt: Date }

/**
 * After a backup was restored: whoever had left is erased again, without another letter (SECURITY §4).
 * @param ledger who left after the backup; it knows those before by itself
 * @returns how many people were erased again
 */
export async function replayErasures(
  context: Context,
  areas: PersonalDataAreas,
  ledger: Erasure[] = [],
): Promise<number> {
  const rest = [...ledger]
  await openBatches(untilDone)(async (most) => {
    const part = rest.splice(0, most)
    await insertErasures(context.db, part)
    return part.length
  })
  const accounts = await listErasedAccounts(context.db)
  for (const memberId of accounts) {
    await context.db.transaction().execute(async (tx) => {
      const subject = await findDataSubject(tx, memberId)
      if (!subject) return
      for (const { eraseFrom } of Object.values(areas)) await eraseFrom(tx, context, subject)
    })
  }
  return accounts.length
}
