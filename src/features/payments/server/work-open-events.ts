import { FAILURES_BEFORE_ANOMALY } from '../rules/anomalies.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'
import type { PaymentsContext } from './payments-context.ts'
import { listOpenEvents } from './reconciliation-store.ts'

/** The work of an event gets this long by itself. */
const QUIET_MINUTES = 5

/** As many as are read from the database at once. */
const BATCH = 200

/** Events that nobody has followed: their work was given up after its last try, or lost with the queue. */
export async function workOpenEvents(
  context: PaymentsContext,
  { isAtStart, isOurTurn }: { isAtStart: boolean; isOurTurn: () => Promise<boolean> },
): Promise<{ worked: number; failed: number }> {
  const done = { worked: 0, failed: 0 }
  for await (const { id } of openEvents(context, isAtStart)) {
    if (!(await isOurTurn())) return done
    // One event that fails must not keep the others waiting.
    const isHandled = await handleStripeEvent(context, id).then(
      () => true,
      (error: unknown) => {
        context.log.error({ eventId: id, error: String(error) }, 'an event could not be followed')
        return false
      },
    )
    done[isHandled ? 'worked' : 'failed'] += 1
  }
  return done
}

async function* openEvents({ db, now }: PaymentsContext, isAtStart: boolean) {
  const before = new Date(now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * 60_000))
  // Of those that a person was told of, a start is the next occasion: its program may be a better one.
  const failuresBelow = isAtStart ? 2 ** 31 - 1 : FAILURES_BEFORE_ANOMALY
  let after: { at: Date; id: string } | undefined
  do {
    const batch = await listOpenEvents(db, { before, failuresBelow, after, limit: BATCH })
    yield* batch
    const last = batch.length === BATCH ? batch.at(-1) : undefined
    after = last && { at: last.received_at, id: last.id }
  } while (after)
}
