import { findPurchase } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import { FAILURES_BEFORE_ANOMALY } from '../rules/anomalies.ts'
import { convergePurchase } from './converge-purchase.ts'
import { countDeclinedCard } from './count-declined-card.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { findOpenEvent, markEventHandled, noteEventFailure } from './store.ts'

/** An event is a hint where to look: what it says is never believed, so order and repetition do not matter. */
export async function handleStripeEvent(context: PaymentsContext, eventId: string): Promise<void> {
  const { db, now } = context
  const event = await findOpenEvent(db, eventId)
  if (!event) return
  try {
    await followEvent(context, event)
  } catch (error) {
    // A provider that is away will be back: nobody has to look for that.
    if (!(error instanceof Refused)) await noteFailure(context, event)
    throw error
  }
  await markEventHandled(db, eventId, now())
}

type OpenEvent = NonNullable<Awaited<ReturnType<typeof findOpenEvent>>>

async function followEvent(context: PaymentsContext, { type, payment_intent_id: paymentId }: OpenEvent) {
  const { db, provider } = context
  if (!paymentId) return
  const purchaseId = (await provider.findPayment(paymentId))?.purchaseId
  // Another shop may share the provider's account: what is not ours is left alone.
  const purchase = purchaseId !== undefined && isUuid(purchaseId) && (await findPurchase(db, purchaseId))
  if (!purchase) return
  await convergePurchase(context, purchase.id, paymentId)
  if (type === 'payment_intent.payment_failed') await countDeclinedCard(context, purchase)
}

async function noteFailure(context: PaymentsContext, { id, type }: OpenEvent) {
  const { db } = context
  const failures = await noteEventFailure(db, id)
  if (failures < FAILURES_BEFORE_ANOMALY) return
  await reportAnomaly(db, context, { kind: 'event-failed', subject: id, detail: { type } })
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
