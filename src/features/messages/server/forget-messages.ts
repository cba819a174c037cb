import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { keptFor } from '../rules.ts'
import { deleteMessages } from './store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetMessages({ db, now, log }: Context): Promise<void> {
  const inBatches = openBatches()
  for (const kind of ['contact', 'complaint', 'spam'] as const) {
    const before = addSpan(now(), { months: -keptFor[kind].months })
    const deleted = await inBatches((most) => deleteMessages(db, kind, before, most))
    if (deleted > 0) log.info({ kind, deleted }, 'old messages were deleted')
  }
}
