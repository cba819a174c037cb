import type { Context } from '#platform/server/context.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { keptFor } from '../rules.ts'
import { deleteMessages } from './store.ts'

/** Deletes what has been kept for as long as the Privacy Policy says, and leaves a line that shows it was done. */
export async function forgetMessages({ db, now, log }: Context): Promise<void> {
  for (const kind of ['contact', 'complaint', 'spam'] as const) {
    const deleted = await deleteMessages(db, kind, addSpan(now(), { months: -keptFor[kind].months }))
    if (deleted > 0) log.info({ kind, deleted }, 'old messages were deleted')
  }
}
