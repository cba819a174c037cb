import type { Context } from '#platform/server/context.ts'
import { mailNamesForgottenBefore, messagesForgottenBefore } from '../rules/waiting.ts'
import { deleteMailNames, deleteOldMessages } from './personal-store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetConversations({ db, now, log }: Context): Promise<void> {
  const deleted = await deleteOldMessages(db, messagesForgottenBefore(now()))
  await deleteMailNames(db, mailNamesForgottenBefore(now()))
  if (deleted > 0) log.info({ deleted }, 'old messages of conversations were deleted')
}
