import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { deleteOriginsBefore } from './origin-store.ts'
import { deleteHandledEvents } from './store.ts'

/** The provider sends an event again for three days, and lets a person do so for thirty. */
const DAYS_KEPT = 90

/** Work of `forgetEventsJob`: an event that was handled says nothing that the purchase does not. */
export async function forgetEvents({ db, now, log }: Context): Promise<void> {
  const daysAgo = (days: number) => addSpan(now(), { days: -days })
  const inBatches = openBatches()
  await inBatches((most) => deleteOriginsBefore(db, daysAgo(1), most))
  const deleted = await inBatches((most) => deleteHandledEvents(db, daysAgo(DAYS_KEPT), most))
  if (deleted > 0) log.info({ deleted }, 'old payment events were deleted')
}
