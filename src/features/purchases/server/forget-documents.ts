import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { documentsForgottenBefore } from '../rules.ts'
import { deletePapers } from './paper-store.ts'

/** Deletes the papers that no law asks for any more, and leaves a line that shows it was done. */
export async function forgetDocuments({ db, now, log }: Context): Promise<void> {
  const documents = await openBatches()((most) => deletePapers(db, documentsForgottenBefore(now()), most))
  if (documents > 0) log.info({ documents }, 'old invoices and credit notes were deleted')
}
