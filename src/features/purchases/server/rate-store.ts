import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** Is there a rate by which the tax of a paper in this currency could be said in sterling? */
export async function hasExchangeRate(db: Db, currency: 'USD', on: Date): Promise<boolean> {
  const row = await db
    .selectFrom('exchange_rate')
    .where('currency', '=', currency)
    .where('valid_from', '<=', on.toISOString().slice(0, 10))
    .select('currency')
    .executeTakeFirst()
  return row !== undefined
}
