import { addSpan } from '#platform/shared/calendar.ts'
import { handleEventJob } from './jobs.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findCursor, moveCursor } from './reconciliation-store.ts'
import { insertEvent } from './store.ts'

/** The provider forgets events after this long. */
const DAYS_KEPT = 30

/** So long it tries to bring us an event: only then does it count as missed, and its clock is not quite ours. */
const DAYS_TRIED = 4

/**
 * Events that the provider could not bring to us, stored as if they had arrived. Those that are looked at twice are known
 * by then. The cursor moves with them, in one transaction: none is passed over.
 * @returns how many were new
 */
export async function fetchMissedEvents({ db, jobs, now, provider }: PaymentsContext): Promise<number> {
  const listedAt = now()
  const cursor = await findCursor(db, provider.mode)
  // What is older than the provider keeps is simply not listed.
  const since = cursor ? addSpan(cursor, { days: -DAYS_TRIED }) : addSpan(listedAt, { days: -DAYS_KEPT })
  const missed = await provider.listMissedEvents(since)

  return db.transaction().execute(async (tx) => {
    let stored = 0
    for (const event of missed) {
      if (!(await insertEvent(tx, { ...event, receivedAt: listedAt }))) continue
      await jobs.send(tx, handleEventJob, { eventId: event.id })
      stored += 1
    }
    await moveCursor(tx, provider.mode, listedAt)
    return stored
  })
}
