import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Anomaly } from '../contract/anomaly.ts'
import { findAnomaly, saveResolution } from './anomaly-store.ts'
import type { PayingContext } from './payments-context.ts'
import { settleAnomaly } from './settle-anomaly.ts'
import { showAnomaly } from './show-anomaly.ts'

/** Closes a case; who did it, when and why stays with it. What the case has held up is free from then on. */
export async function resolveAnomaly(
  context: PayingContext,
  { anomalyId, reason }: { anomalyId: string; reason: string },
): Promise<Anomaly> {
  const { db, actor, now } = context
  const open = await findAnomaly(db, anomalyId)
  if (!open) throw new Refused('anomaly-not-found')
  if (open.resolved_at) throw new Refused('anomaly-resolved')
  await settleAnomaly(context, open)
  return db.transaction().execute(async (tx) => {
    const isClosed = await saveResolution(tx, anomalyId, { reason, by: actor.memberId, at: now() })
    const anomaly = await findAnomaly(tx, anomalyId)
    if (!anomaly || !isClosed) throw new Refused('anomaly-resolved')
    await recordAction(tx, context, {
      action: 'anomaly.resolved',
      object: { kind: 'anomaly', id: anomalyId },
      reason,
      after: { kind: open.kind, subject: open.subject },
    })
    return showAnomaly(anomaly)
  })
}
