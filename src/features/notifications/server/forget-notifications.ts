import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { forgottenBefore } from '../rules/retention.ts'
import { deleteOld } from './store.ts'

/** Deletes what the bell has told for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetNotifications({ db, now, log }: Context): Promise<void> {
  const before = forgottenBefore(now())
  const inBatches = openBatches()
  const read = await inBatches((most) => deleteOld(db, 'read_at', before.read, most))
  const deleted = read + (await inBatches((most) => deleteOld(db, 'created_at', before.told, most)))
  if (deleted > 0) log.info({ deleted }, 'old notifications were deleted')
}
