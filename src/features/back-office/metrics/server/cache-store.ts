import '../../server/tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type CachedRow = { asOf: Date; rowCount: number; months: string[]; sums: unknown }

export async function findCachedRow(db: Db, paymentMode: PaymentMode): Promise<CachedRow | undefined> {
  return db
    .selectFrom('storedMetrics')
    .where('paymentMode', '=', paymentMode)
    .select(['asOf', 'rowCount', 'months', 'sums'])
    .executeTakeFirst()
}

/** Replaces the previous cache. */
export async function saveCachedRow(db: Db, paymentMode: PaymentMode, row: CachedRow): Promise<void> {
  const values = { ...row, sums: JSON.stringify(row.sums) }
  await db
    .insertInto('storedMetrics')
    .values({ paymentMode, ...values })
    .onConflict((conflict) => conflict.column('paymentMode').doUpdateSet(values))
    .execute()
}

/** Raises the timeout to five minutes and sorts in memory instead of on disk, for this transaction only. */
export async function allowSlowQuery(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true), set_config('work_mem', '64MB', true)`.execute(db)
}
