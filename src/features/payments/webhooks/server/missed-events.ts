import { eachRow } from '#platform/server/db/batches.ts'
import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { FAILURES_BEFORE_ANOMALY } from '../../anomalies/rules.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { handleStripeEvent, handleStripeEventQueue } from './handle-stripe-event.ts'
import { findCursor, insertEvent, listOpenEvents, moveCursor } from './store.ts'

/** Stripe deletes events that are older than this. */
const DAYS_KEPT = 30

/** Stripe retries for three days before an event counts as missed. One more day allows for clock differences. */
const RETRY_DAYS = 4

/**
 * Stores events that Stripe could not deliver as if they had just arrived, skipping any already stored. The cursor is
 * moved in the same transaction, so a crash does not lose an event.
 * @returns the number of new events
 */
export async function fetchMissedEvents({ db, jobs, now, provider }: PaymentsContext): Promise<number> {
  const listedAt = now()
  const cursor = await findCursor(db, provider.mode)
  // Stripe does not list events that it no longer keeps.
  const since = cursor ? addSpan(cursor, { days: -RETRY_DAYS }) : addSpan(listedAt, { days: -DAYS_KEPT })
  const missed = await provider.listMissedEvents(since)

  return db.transaction().execute(async (tx) => {
    let stored = 0
    for (const event of missed) {
      if (!(await insertEvent(tx, { ...event, receivedAt: listedAt }))) continue
      await jobs.send(tx, handleStripeEventQueue, { eventId: event.id })
      stored += 1
    }
    await moveCursor(tx, provider.mode, listedAt)
    return stored
  })
}

/** Wait this long for an event's own job before we handle the event here. */
const QUIET_MINUTES = 5

/** Rows read per query. */
const BATCH = 200

/** Handles open events whose job was lost or failed for good. */
export async function handleOpenEvents(
  context: PaymentsContext,
  { isAtStart, holdsLock }: { isAtStart: boolean; holdsLock: () => Promise<boolean> },
): Promise<{ worked: number; failed: number }> {
  const counts = { worked: 0, failed: 0 }
  for await (const { id } of openEvents(context, isAtStart)) {
    if (!(await holdsLock())) return counts
    const isHandled = await attemptLogged(context.log, { eventId: id }, 'event handling failed', async () => {
      await handleStripeEvent(context, id)
      return true
    })
    counts[isHandled ? 'worked' : 'failed'] += 1
  }
  return counts
}

function openEvents({ db, now }: PaymentsContext, isAtStart: boolean) {
  const before = new Date(now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * MINUTE_MS))
  // At startup, also retry events that were reported as anomalies, because a new version may handle them.
  const failuresBelow = isAtStart ? 2 ** 31 - 1 : FAILURES_BEFORE_ANOMALY
  return eachRow<PagePosition>(BATCH, (page) => listOpenEvents(db, { before, failuresBelow, ...page }))
}
