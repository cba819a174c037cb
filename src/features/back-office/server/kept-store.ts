import './tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type KeptRow = { asOf: Date; rowCount: number; months: string[]; sums: unknown }

export async function findKept(db: Db, paymentMode: PaymentMode): Promise<KeptRow | undefined> {
  const row = await db
    .selectFrom('kept_figures')
    .where('payment_mode', '=', paymentMode)
    .select(['as_of', 'row_count', 'months', 'sums'])
    .executeTakeFirst()
  return row && { asOf: row.as_of, rowCount: row.row_count, months: row.months, sums: row.sums }
}

/** In place of what was kept before. */
export async function keep(db: Db, paymentMode: PaymentMode, { asOf, rowCount, months, sums }: KeptRow): Promise<void> {
  const values = { as_of: asOf, row_count: rowCount, months, sums: JSON.stringify(sums) }
  await db
    .insertInto('kept_figures')
    .values({ payment_mode: paymentMode, ...values })
    .onConflict((conflict) => conflict.column('payment_mode').doUpdateSet(values))
    .execute()
}

/** Lets the transaction count for minutes, and in memory what would else go by the disk. */
export async function takeTime(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true), set_config('work_mem', '64MB', true)`.execute(db)
}
