import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** Whose subscription of a package runs, and who has started to pay for it and is not done. */
export async function countBuyers(db: Db, packageId: string): Promise<{ subscribers: number; openCheckouts: number }> {
  const subscribers = await db
    .selectFrom('subscription')
    .where('package_id', '=', packageId)
    .where('status', 'in', ['active', 'past_due', 'unpaid'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const openCheckouts = await db
    .selectFrom('purchase')
    .where('package_id', '=', packageId)
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { subscribers: Number(subscribers.count), openCheckouts: Number(openCheckouts.count) }
}
