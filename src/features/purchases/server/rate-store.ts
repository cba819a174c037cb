import { sql } from 'kysely'
import './tables.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import { companyDay } from '#platform/shared/calendar.ts'

type Rate = Tables['exchange_rate']

/** Of the rate that a new site begins with, which nobody has entered. */
export const PLACEHOLDER_SOURCE = 'Placeholder: enter the rate of HMRC'

/** Only where no rate of this currency is there. */
export async function insertFirstRate(db: Db, rate: Rate): Promise<void> {
  const known = await db
    .selectFrom('exchange_rate')
    .where('currency', '=', rate.currency)
    .select('currency')
    .limit(1)
    .execute()
  if (known.length > 0) return
  await db
    .insertInto('exchange_rate')
    .values(rate)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In place of one that is valid from the same day. */
export async function saveRate(db: Db, rate: Rate): Promise<void> {
  const { units_per_pound, source } = rate
  await db
    .insertInto('exchange_rate')
    .values(rate)
    .onConflict((conflict) => conflict.columns(['currency', 'valid_from']).doUpdateSet({ units_per_pound, source }))
    .execute()
}

/** Has somebody entered a rate by which the tax of a paper in this currency can be said in sterling? */
export async function hasExchangeRate(db: Db, currency: 'USD', on: Date): Promise<boolean> {
  const row = await db
    .selectFrom('exchange_rate')
    .where('currency', '=', currency)
    .where('source', '!=', PLACEHOLDER_SOURCE)
    .where('valid_from', '<=', companyDay(on))
    .select('currency')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest that somebody has entered and that is valid on a day. */
export async function findExchangeRate(db: Db, currency: 'USD', day: string): Promise<Rate | undefined> {
  return db
    .selectFrom('exchange_rate')
    .where('currency', '=', currency)
    .where('source', '!=', PLACEHOLDER_SOURCE)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .select((rate) => [
      'currency',
      'units_per_pound',
      'source',
      sql<string>`${rate.ref('valid_from')}::text`.as('valid_from'),
    ])
    .executeTakeFirst()
}
