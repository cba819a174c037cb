import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { deleteTold } from './store.ts'

/** The bell says no more what is no longer true. */
export async function takeBack(tx: Db, memberId: MemberId, reasons: string[]): Promise<void> {
  await deleteTold(tx, memberId, reasons)
}
