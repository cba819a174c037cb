import { handleEventJob } from './jobs.ts'
import type { PaymentsContext } from './payments-context.ts'
import { insertEvent } from './store.ts'

/**
 * Stores an event and the work it causes before the provider is answered; everything else comes after (PAYMENTS §0.4).
 * @throws InvalidSignature
 */
export async function receiveStripeEvent(context: PaymentsContext, body: Buffer, signature: string): Promise<void> {
  const { db, jobs, now, provider } = context
  const event = provider.readEvent(body, signature)
  await db.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, { ...event, receivedAt: now() })
    if (isNew) await jobs.send(tx, handleEventJob, { eventId: event.id })
  })
}
