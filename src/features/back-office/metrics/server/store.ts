import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { Page } from '#platform/server/paging.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { Metric, MonthlyMetric } from '../contract.ts'
import type { Period } from '../rules.ts'
import { pageSources, type Situation, sources } from './source-store.ts'

/** These lists start with the oldest row, which has waited longest. */
const oldestFirst: ReadonlySet<Metric> = new Set(['deliverables-due', 'deliverables-late', 'messages-waiting'])

/** A metric and the selection of its rows. */
export type Choice = { metric: Metric; period: Period | undefined; currency: Currency | undefined }

function rowsOf(db: Db, situation: Situation, { metric, period, currency }: Choice, from = sources) {
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

type Wanted = {
  /** Start of each month, then the end of the last one. */
  bounds: Date[]
  monthly: readonly MonthlyMetric[]
  others: readonly Choice[]
}

/**
 * Monthly metrics by month and currency, the others as a whole. Runs one query per metric, because PostgreSQL takes
 * seconds to compile a combined one.
 */
export async function sumMetrics(db: Db, situation: Situation, { bounds, monthly, others }: Wanted): Promise<Sum[]> {
  const [from, before] = [bounds[0], bounds.at(-1)]
  const period = from && before && { from, before }
  const moments = sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
  const parts = [
    ...monthly.map(
      (metric) => sql<Sum>`
        select ${metric}::text as metric, width_bucket(entry.at, ${moments}) - 1 as month, entry.currency,
          count(*)::int as count, sum(entry.amount)::bigint as amount, null::float8 as "medianDays"
        from ${rowsOf(db, situation, { metric, period, currency: undefined })} group by 2, 3`,
    ),
    ...others.map(
      (choice) => sql<Sum>`
        select ${choice.metric}::text as metric, 0 as month, null::text as currency, count(*)::int as count,
          null::bigint as amount, ${medianDays} as "medianDays"
        from ${rowsOf(db, situation, choice)}`,
    ),
  ]
  return (await Promise.all(parts.map((part) => part.execute(db)))).flatMap(({ rows }) => rows)
}

const medianDays = sql<number | null>`percentile_cont(0.5) within group (order by entry.days)`

/** Sums a metric for its own page, one row per currency for money. */
export async function sumMetric(db: Db, situation: Situation, choice: Choice) {
  const { rows } = await sql<Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>>`
    select entry.currency, count(*)::int as count, sum(entry.amount)::bigint as amount, ${medianDays} as "medianDays"
    from ${rowsOf(db, situation, choice)} group by 1 order by 1`.execute(db)
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

/** Newest first, except the metrics in `oldestFirst`. */
export async function listRows(
  db: Db,
  situation: Situation,
  { limit, after, ...choice }: Choice & Page,
): Promise<StoredRow[]> {
  const [order, beyond] = oldestFirst.has(choice.metric) ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const fromPlace = after ? sql`(entry.at, entry.id) ${beyond} (${after.at}, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<StoredRow>`
    select page.*, nullif(trim(account.first_name || ' ' || account.last_name), '') as member_name,
      package_version.title as package_title
    from (
      select entry.* from ${rowsOf(db, situation, choice, pageSources)} and ${fromPlace}
      order by entry.at ${order}, entry.id ${order} limit ${limit}
    ) page
    left join account on account.id = page.member_id
    left join package_version
      on package_version.package_id = page.package_id and package_version.version = page.package_version
    order by page.at ${order}, page.id ${order}`.execute(db)
  return rows
}
