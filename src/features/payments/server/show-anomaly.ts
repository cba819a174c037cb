import type { Anomaly } from '../contract/anomaly.ts'
import { type AnomalyKind, anomalySentences } from '../rules/anomalies.ts'
import type { AnomalyRow } from './anomaly-store.ts'

/** Of the detail only the purchase: the figures stand where the number leads. */
export function showAnomaly(row: AnomalyRow): Anomaly {
  const { purchaseId } = row.detail as { purchaseId?: string }
  return {
    id: row.id,
    kind: row.kind,
    sentence: anomalySentences[row.kind as AnomalyKind],
    subject: row.subject,
    purchaseId: purchaseId ?? null,
    foundAt: row.found_at.toISOString(),
    resolution: resolutionOf(row),
  }
}

function resolutionOf({ resolution, resolved_at: at, first_name: firstName, last_name: lastName }: AnomalyRow) {
  if (resolution === null || at === null) return null
  // Nobody's name, once the account is deleted.
  const by = `${firstName ?? ''} ${lastName ?? ''}`.trim()
  return { reason: resolution, at: at.toISOString(), by: by || null }
}
