import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { fullName } from '#platform/shared/person-name.ts'
import type * as contract from '../contract.ts'
import type { Anomaly, AnomalyState } from '../contract.ts'
import { type AnomalyKind, anomalySentences } from '../rules.ts'
import { type AnomalyRow, findAnomalies } from './store.ts'

/** Downloads the list of anomalies as CSV. */
export async function downloadAnomalies(
  context: MemberContext,
  { state }: { state: AnomalyState },
): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'anomalies',
    filter: { state },
    columns,
    readPage: (cursor) => listAnomalies(context, { state, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<Anomaly> = {
  Kind: ({ kind }) => kind.replaceAll('-', ' '),
  Meaning: ({ sentence }) => sentence,
  Number: ({ subject }) => subject,
  Purchase: ({ purchaseId }) => purchaseId,
  'Found (UTC)': ({ foundAt }) => new Date(foundAt),
  'Closed (UTC)': ({ resolution }) => resolution && new Date(resolution.at),
  'Closed by': ({ resolution }) => resolution?.by ?? null,
  Resolution: ({ resolution }) => resolution?.reason ?? null,
}

export async function listAnomalies(
  { db }: MemberContext,
  { cursor, limit, state }: QueryOf<typeof contract.listAnomalies>,
): Promise<{ items: Anomaly[]; nextCursor: string | null }> {
  const rows = await findAnomalies(db, { state, after: afterCursor(cursor), limit: limit + 1 })
  return pageFrom(rows, limit, ({ foundAt: at, id }) => ({ at, id }), showAnomaly)
}

/** Includes only the purchase id from the details. Stripe has the amounts. */
export function showAnomaly(row: AnomalyRow): Anomaly {
  const { purchaseId } = row.detail as { purchaseId?: string }
  return {
    id: row.id,
    kind: row.kind,
    sentence: anomalySentences[row.kind as AnomalyKind],
    subject: row.subject,
    purchaseId: purchaseId ?? null,
    foundAt: row.foundAt.toISOString(),
    resolution: toResolution(row),
  }
}

function toResolution({ resolution, resolvedAt: at, firstName, lastName }: AnomalyRow) {
  if (resolution === null || at === null) return null
  // The name is empty if the account was deleted.
  const by = fullName(firstName, lastName)
  return { reason: resolution, at: at.toISOString(), by: by || null }
}
