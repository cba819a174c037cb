import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { uselessBefore } from '../rules/guardian.ts'
import { deleteOldRequests } from './guardian-store.ts'

/**
 * Work of `forgetGuardianRequestsJob`: an address of somebody who has no account with us is kept for as long as their
 * answer can count. That they agreed, and when, stands in the purchase that was made upon it.
 */
export async function forgetGuardianRequests({ db, now, log }: Context): Promise<void> {
  const deleted = await openBatches()((most) => deleteOldRequests(db, uselessBefore(now()), most))
  if (deleted > 0) log.info({ deleted }, 'old requests to guardians were deleted')
}
