import './tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { FAILURES_BEFORE_ANOMALY } from '../rules/anomalies.ts'

export type PaymentFigures = {
  /** Events that were stored and not followed yet. Those that are left to a person are open cases instead. */
  openEvents: number
  /** When the oldest of them was stored. */
  oldestEventAt: Date | null
  openAnomalies: number
  /** Since payments were last reconciled to the end, by the database's own clock; null where they never were. */
  secondsSinceReconciled: number | null
}

/** What an operator watches of money: few rows, each by an index of its own. */
export async function readPaymentFigures(db: Db, mode: PaymentMode): Promise<PaymentFigures> {
  const waiting = sql`from stripe_event where handled_at is null and failures < ${FAILURES_BEFORE_ANOMALY}`
  const { rows } = await sql<PaymentFigures>`
    select (select count(*) ${waiting})::int as "openEvents",
      (select min(received_at) ${waiting}) as "oldestEventAt",
      (select count(*) from payment_anomaly where resolved_at is null)::int as "openAnomalies",
      (select extract(epoch from now() - reconciled_at) from payment_cursor where payment_mode = ${mode})::float8
        as "secondsSinceReconciled"`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('The figures of payments have no row')
  return figures
}
