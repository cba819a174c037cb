import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { insertNotification, type NewNotification } from './store.ts'

/**
 * Tells by the bell, in the transaction of the fact it tells of. Members and staff alike.
 * @returns false where they were told already
 */
export async function tellMember(tx: Db, { now }: Context, told: NewNotification): Promise<boolean> {
  return insertNotification(tx, told, now())
}
