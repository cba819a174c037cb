import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Anomaly, AnomalyState } from '../contract/anomaly.ts'
import { listAnomalies } from './list-anomalies.ts'

/** The list of staff as a file. */
export async function downloadAnomalies(
  context: MemberContext,
  { state }: { state: AnomalyState },
): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'anomalies',
    filter: { state },
    columns,
    readPage: (cursor) => listAnomalies(context, { state, cursor, limit: CSV_PAGE }),
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
  'What was found or done': ({ resolution }) => resolution?.reason ?? null,
}
