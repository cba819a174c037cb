import type { PaymentsContext } from '../../server/payments-context.ts'
import { handleStripeEventQueue } from './handle-stripe-event.ts'
import { insertEvent } from './store.ts'

/**
 * Stores an event and queues its job before Stripe gets an answer. Unanswered events are delivered again.
 * @throws InvalidSignature
 */
export async function receiveStripeEvent(context: PaymentsContext, body: Buffer, signature: string): Promise<void> {
  const { db, jobs, now, provider } = context
  const event = provider.readEvent(body, signature)
  await db.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, { ...event, receivedAt: now() })
    if (isNew) await jobs.send(tx, handleStripeEventQueue, { eventId: event.id })
  })
}
