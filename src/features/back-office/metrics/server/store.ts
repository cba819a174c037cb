import '../../server/tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Page } from '#platform/server/paging.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { Metric, MonthlyMetric } from '../contract.ts'
import { hasDueDay, type Period } from '../rules.ts'
import { pageSources, type Situation, sources } from './source-store.ts'

/** These lists start with the row that has waited longest. */
const isOldestFirst = (metric: Metric) => hasDueDay(metric) || metric === 'messages-waiting'

/** A metric and the selection of its rows. */
export type Selection = { metric: Metric; period: Period | undefined; currency: Currency | undefined }

function selectRows(db: Db, situation: Situation, { metric, period, currency }: Selection, from = sources) {
  const inPeriod = period ? sql`entry.at >= ${period.from} and entry.at < ${period.before}` : sql`true`
  const inCurrency = currency ? sql`entry.currency = ${currency}` : sql`true`
  return sql`(${from[metric](db, situation, period)}) as entry where ${inPeriod} and ${inCurrency}`
}

export type Sum = {
  metric: Metric
  /** Index into the requested months, from 0. */
  month: number
  currency: Currency | null
  count: number
  amount: number | null
  medianDays: number | null
}

type SumRequest = {
  /** Start of each month, then the end of the last one. */
  bounds: Date[]
  monthly: readonly MonthlyMetric[]
  current: readonly Selection[]
}

/**
 * Sums monthly metrics by month and currency, and all other metrics as a whole. Runs one query per metric, because
 * PostgreSQL takes seconds to compile a combined query.
 */
export async function sumMetrics(
  db: Db,
  situation: Situation,
  { bounds, monthly, current }: SumRequest,
): Promise<Sum[]> {
  const [from, before] = [bounds[0], bounds.at(-1)]
  const period = from && before && { from, before }
  const moments = sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
  const queries = [
    ...monthly.map(
      (metric) => sql<Sum>`
        select ${metric}::text as metric, width_bucket(entry.at, ${moments}) - 1 as month, entry.currency,
          count(*)::int as count, sum(entry.amount)::bigint as amount, null::float8 as "medianDays"
        from ${selectRows(db, situation, { metric, period, currency: undefined })} group by 2, 3`,
    ),
    ...current.map(
      (selection) => sql<Sum>`
        select ${selection.metric}::text as metric, 0 as month, null::text as currency, count(*)::int as count,
          null::bigint as amount, ${medianDays} as "medianDays"
        from ${selectRows(db, situation, selection)}`,
    ),
  ]
  return (await Promise.all(queries.map((query) => query.execute(db)))).flatMap(({ rows }) => rows)
}

const medianDays = sql<number | null>`percentile_cont(0.5) within group (order by entry.days)`

/** Sums a metric for its own page, one row per currency for money. */
export async function sumMetric(db: Db, situation: Situation, selection: Selection) {
  const { rows } = await sql<Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>>`
    select entry.currency, count(*)::int as count, sum(entry.amount)::bigint as amount, ${medianDays} as "medianDays"
    from ${selectRows(db, situation, selection)} group by 1 order by 1`.execute(db)
  return rows
}

export type StoredRow = {
  id: string
  at: Date
  memberId: string | null
  memberName: string | null
  purchaseId: string | null
  packageTitle: string | null
  title: string | null
  amount: number | null
  currency: Currency | null
  days: number | null
}

/** Newest first, unless `isOldestFirst`. */
export async function listRows(
  db: Db,
  situation: Situation,
  { limit, after, ...selection }: Selection & Page,
): Promise<StoredRow[]> {
  const [order, comparison] = isOldestFirst(selection.metric) ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const isAfterCursor = after ? sql`(entry.at, entry.id) ${comparison} (${after.at}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<StoredRow>`
    select page.*, nullif(trim(account.first_name || ' ' || account.last_name), '') as member_name,
      package_version.title as package_title
    from (
      select entry.* from ${selectRows(db, situation, selection, pageSources)} and ${isAfterCursor}
      order by entry.at ${order}, entry.id ${order} limit ${limit}
    ) page
    left join account on account.id = page.member_id
    left join package_version
      on package_version.package_id = page.package_id and package_version.version = page.package_version
    order by page.at ${order}, page.id ${order}`.execute(db)
  return rows
}

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
