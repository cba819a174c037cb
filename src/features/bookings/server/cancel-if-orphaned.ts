import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { cancelByCompany } from './cancel-by-company.ts'
import { isBookingOrphaned } from './orphan-store.ts'

/** With its package and the booking locked. @returns whether nobody would have held it, so that we have cancelled it */
export async function cancelIfOrphaned(tx: Db, context: Context, id: string): Promise<boolean> {
  if (!(await isBookingOrphaned(tx, id, context.now()))) return false
  await cancelByCompany(tx, context, id, { by: 'administrator', reason: 'The consultant is not with us any more' })
  return true
}
