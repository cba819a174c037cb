import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { markReasonsRead } from './store.ts'

/** What the member has read where it is, the bell tells as read. */
export async function markToldRead(tx: Db, { now }: Context, memberId: MemberId, reasons: string[]): Promise<void> {
  if (reasons.length > 0) await markReasonsRead(tx, memberId, reasons, now())
}
