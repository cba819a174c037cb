import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { mailNamesForgottenBefore, messagesForgottenBefore } from '../rules/waiting.ts'
import { deleteMailNames, deleteOldConversations, deleteOldMessages } from './personal-store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetConversations({ db, now, log }: Context): Promise<void> {
  const before = messagesForgottenBefore(now())
  const inBatches = openBatches()
  const deleted = await inBatches((most) => deleteOldMessages(db, before, most))
  await inBatches((most) => deleteOldConversations(db, before, most))
  await inBatches((most) => deleteMailNames(db, mailNamesForgottenBefore(now()), most))
  if (deleted > 0) log.info({ deleted }, 'old messages of conversations were deleted')
}
