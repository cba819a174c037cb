import type { Context } from '#platform/server/context.ts'
import { forgottenBefore } from '../rules/retention.ts'
import { deleteOld } from './store.ts'

/** Deletes what the bell has told for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetNotifications({ db, now, log }: Context): Promise<void> {
  const deleted = await deleteOld(db, forgottenBefore(now()))
  if (deleted > 0) log.info({ deleted }, 'old notifications were deleted')
}
