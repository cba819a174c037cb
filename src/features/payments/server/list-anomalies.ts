import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/anomaly.ts'
import type { Anomaly } from '../contract/anomaly.ts'
import { findAnomalies } from './anomaly-store.ts'
import { showAnomaly } from './show-anomaly.ts'

export async function listAnomalies(
  { db }: MemberContext,
  { cursor, limit, state }: QueryOf<typeof contract.listAnomalies>,
): Promise<{ items: Anomaly[]; nextCursor: string | null }> {
  const rows = await findAnomalies(db, { state, after: afterCursor(cursor), limit: limit + 1 })
  return pageFrom(rows, limit, ({ found_at: at, id }) => ({ at, id }), showAnomaly)
}
