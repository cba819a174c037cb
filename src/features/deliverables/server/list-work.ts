import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/work.ts'
import { showWorkItem } from './get-work.ts'
import { findWorker, listWorkOf } from './list-store.ts'
import { pageOfItems, readPlace } from './read-place.ts'

/** Of a consultant without an entry there is nothing to do yet. */
export async function listWork(
  { db, actor, now }: MemberContext,
  { list, cursor, limit }: QueryOf<typeof contract.listWork>,
): Promise<ResponseOf<typeof contract.listWork>> {
  const after = readPlace(cursor)
  const worker = await findWorker(db, actor.memberId)
  if (!worker) return { items: [], nextCursor: null }
  const rows = await listWorkOf(db, worker, { list, now: now(), limit: limit + 1, after })
  return pageOfItems(rows, limit, (row) => showWorkItem(row, worker))
}
