import type { Context } from '#platform/server/context.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { findDataSubject, listErasedAccounts } from './personal-store.ts'

/**
 * After a backup was restored: whoever had left since is erased again, without another letter (SECURITY §4). The list
 * is the table `erasure`, into which the operator brings what was added after the backup.
 * @returns how many people were erased again
 */
export async function replayErasures(context: Context, areas: PersonalDataAreas): Promise<number> {
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
