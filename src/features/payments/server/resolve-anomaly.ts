import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Anomaly } from '../contract/anomaly.ts'
import { findAnomaly, saveResolution } from './anomaly-store.ts'
import { showAnomaly } from './show-anomaly.ts'

/** Closes a case; who did it, when and why stays with it. */
export async function resolveAnomaly(
  { db, actor, now }: MemberContext,
  { anomalyId, reason }: { anomalyId: string; reason: string },
): Promise<Anomaly> {
  const isClosed = await saveResolution(db, anomalyId, { reason, by: actor.memberId, at: now() })
  const anomaly = await findAnomaly(db, anomalyId)
  if (!anomaly) throw new Refused('anomaly-not-found')
  if (!isClosed) throw new Refused('anomaly-resolved')
  return showAnomaly(anomaly)
}
