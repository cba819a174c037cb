import { sql } from 'kysely'
import '../../server/tables.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import { companyDay } from '#platform/shared/calendar.ts'

type Rate = Tables['exchangeRate']

/** Marks the placeholder rate, which no one entered. */
export const PLACEHOLDER_SOURCE = 'Placeholder: enter the rate of HMRC'

/** Inserts a rate only if the currency has none yet. */
export async function insertFirstRate(db: Db, rate: Rate): Promise<void> {
  const existing = await db
    .selectFrom('exchangeRate')
    .where('currency', '=', rate.currency)
    .select('currency')
    .limit(1)
    .execute()
  if (existing.length > 0) return
  await db
    .insertInto('exchangeRate')
    .values(rate)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces any rate that starts on the same day. */
export async function saveRate(db: Db, rate: Rate): Promise<void> {
  const { unitsPerPound, source } = rate
  await db
    .insertInto('exchangeRate')
    .values(rate)
    .onConflict((conflict) =>
      conflict.columns(['currency', 'validFrom']).doUpdateSet({ unitsPerPound: unitsPerPound, source }),
    )
    .execute()
}

/** True if a real rate exists, so that tax in this currency can be stated in sterling. */
export async function hasExchangeRate(db: Db, currency: 'USD', on: Date): Promise<boolean> {
  return (await findExchangeRate(db, currency, companyDay(on))) !== undefined
}

/** The latest real rate in force on the given day. */
export async function findExchangeRate(db: Db, currency: 'USD', day: string): Promise<Rate | undefined> {
  return db
    .selectFrom('exchangeRate')
    .where('currency', '=', currency)
    .where('source', '!=', PLACEHOLDER_SOURCE)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .select((rate) => [
      'currency',
      'unitsPerPound',
      'source',
      sql<string>`${rate.ref('validFrom')}::text`.as('validFrom'),
    ])
    .executeTakeFirst()
}
