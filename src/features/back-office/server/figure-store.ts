import { type RawBuilder, sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { activeEntitlements, packageOfEntitlement } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import { addDays, companyDay } from '#platform/shared/calendar.ts'
import { DUE_DAYS, type Figure, type MonthlyFigure } from '../contract/figure.ts'
import type { Period } from '../rules/periods.ts'

// Each figure is the number, the sum or the median of the rows of one source: its list shows the same rows.

export type Situation = {
  now: Date
  /** What was only tried out is no business. */
  paymentMode: PaymentMode
}

type Source = (db: Db, situation: Situation, period: Period | undefined) => RawBuilder<unknown>

/** What every source has: who it is about, when, and of what was bought. */
const purchaseColumns = sql`purchase.member_id, purchase.id as purchase_id, purchase.package_id, purchase.package_version`
const nothingMore = sql`null::text as title, null::integer as amount, null::text as currency, null::float8 as days`

/** No id but its number at the provider: this is one made of it, in the form that ids have. */
const entryId = sql`
  overlay(overlay(md5(payment_entry.kind || payment_entry.provider_id) placing '4' from 13) placing '8' from 17)::uuid`

/** Never of what is no month of a subscription. */
const isLaterMonth = sql`exists (
  select 1 from purchase earlier
  where earlier.subscription_id = purchase.subscription_id
    and (earlier.completed_at, earlier.id) < (purchase.completed_at, purchase.id))`

function monthsPaid(paymentMode: PaymentMode) {
  return sql`
    select purchase.id, purchase.completed_at as at, ${purchaseColumns}, ${nothingMore}
    from purchase
    where purchase.subscription_id is not null and purchase.completed_at is not null
      and purchase.payment_mode = ${paymentMode}`
}

function sessions(condition: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  return sql`
    select booking.id, ${at} as at, booking.member_id, entitlement.purchase_id, booking.package_id,
      entitlement.package_version, booking.title, null::integer as amount, null::text as currency, null::float8 as days
    from booking join entitlement on entitlement.id = booking.entitlement_id
    where ${condition}`
}

/** @param joined the first session that was held of each purchase, or of the subscription that it belongs to */
function firstSessions(paymentMode: PaymentMode, joined: RawBuilder<unknown>) {
  return sql`
    select purchase.id, purchase.completed_at as at, ${purchaseColumns}, null::text as title, null::integer as amount,
      null::text as currency, greatest(0, extract(epoch from first.starts_at - purchase.completed_at) / 86400)::float8 as days
    from purchase ${joined}
    where first.starts_at is not null and purchase.completed_at is not null and purchase.payment_mode = ${paymentMode}
      and not ${isLaterMonth}`
}

const heldSessions = sql`
  booking join entitlement on entitlement.id = booking.entitlement_id
  join purchase bought on bought.id = entitlement.purchase_id`

/** Where all are wanted: one by one they would take five times as long. No month is before the first of its subscription. */
const inOneGo = (period: Period | undefined) => sql`
  join (
    select coalesce(bought.subscription_id, bought.id) as whole, min(booking.starts_at) as starts_at
    from ${heldSessions}
    where booking.state = 'held' and bought.completed_at >= ${period?.from ?? '-infinity'} group by 1
  ) first on first.whole = coalesce(purchase.subscription_id, purchase.id)`

/** Where a page of them is wanted: the others are not looked at. */
const oneByOne = sql`
  cross join lateral (
    select min(booking.starts_at) as starts_at
    from ${heldSessions}
    where booking.state = 'held' and (bought.id = purchase.id or bought.subscription_id = purchase.subscription_id)
  ) first`

const dueAt = sql`(deliverable_item.due_on::timestamp at time zone 'Europe/London')`

/** What still has to be made of packages that have begun, and that nobody gave back. */
function deliverables(now: Date, condition: RawBuilder<unknown>) {
  return sql`
    select deliverable_item.id, ${dueAt} as at, deliverable_item.member_id, entitlement.purchase_id,
      entitlement.package_id, entitlement.package_version, deliverable_item.title,
      null::integer as amount, null::text as currency, null::float8 as days
    from deliverable_item
    join entitlement on entitlement.id = deliverable_item.entitlement_id
    left join purchase on purchase.id = entitlement.purchase_id
    where deliverable_item.state <> 'delivered'
      and entitlement.starts_at <= ${now} and entitlement.cancelled_at is null
      and coalesce(purchase.status, 'completed') not in ('refunded', 'disputed')
      and ${condition}`
}

/** London's midnight before a day, as what is due then has it. */
function startOf(day: string) {
  return sql`(${day}::date::timestamp at time zone 'Europe/London')`
}

const sources: Record<Figure, Source> = {
  revenue: (_, { paymentMode }) => sql`
    select ${entryId} as id, payment_entry.occurred_at as at, ${purchaseColumns}, payment_entry.kind as title,
      payment_entry.amount, payment_entry.currency, null::float8 as days
    from payment_entry join purchase on purchase.id = payment_entry.purchase_id
    where purchase.payment_mode = ${paymentMode}`,
  'subscriptions-new': (_, { paymentMode }) => sql`${monthsPaid(paymentMode)} and not ${isLaterMonth}`,
  'subscriptions-renewed': (_, { paymentMode }) => sql`${monthsPaid(paymentMode)} and ${isLaterMonth}`,
  'subscriptions-lost': (_, { paymentMode }) => sql`
    select subscription.id, subscription.ended_at as at, subscription.member_id, null::uuid as purchase_id,
      subscription.package_id, subscription.package_version, ${nothingMore}
    from subscription
    where subscription.ended_at is not null and subscription.payment_mode = ${paymentMode}
      and exists (
        select 1 from purchase
        where purchase.subscription_id = subscription.id and purchase.completed_at is not null)`,
  'sessions-held': () => sessions(sql`booking.state = 'held'`, sql`booking.starts_at`),
  'sessions-moved': () => sessions(sql`booking.moved_at is not null`, sql`booking.moved_at`),
  'sessions-missed': () => sessions(sql`booking.state = 'missed'`, sql`booking.starts_at`),
  'packages-active': (db, { now, paymentMode }) => sql`
    select whole as id, min(starts_at) as at, member_id, (array_agg(purchase_id order by starts_at desc))[1] as purchase_id,
      max(package_id) as package_id, max(package_version) as package_version, ${nothingMore}
    from (${activeEntitlements(db, now)
      .where((where) => where.or([where('purchase.id', 'is', null), where('purchase.payment_mode', '=', paymentMode)]))
      .select(['entitlement.starts_at', 'entitlement.member_id', 'entitlement.purchase_id'])
      .select(['entitlement.package_id', 'entitlement.package_version'])
      .select(packageOfEntitlement.as('whole'))}) as active
    group by whole, member_id`,
  'first-sessions': (_, { paymentMode }, period) => firstSessions(paymentMode, inOneGo(period)),
  'deliverables-due': (_, { now }) => {
    const today = companyDay(now)
    return deliverables(now, sql`${dueAt} >= ${startOf(today)} and ${dueAt} < ${startOf(addDays(today, DUE_DAYS))}`)
  },
  'deliverables-late': (_, { now }) => deliverables(now, sql`${dueAt} < ${startOf(companyDay(now))}`),
  'messages-waiting': () => sql`
    select conversation.member_id as id, conversation.waiting_since as at, conversation.member_id,
      null::uuid as purchase_id, null::text as package_id, null::integer as package_version, ${nothingMore}
    from conversation where conversation.waiting_since is not null
    union all
    select message.id, message.received_at as at, null::uuid as member_id, null::uuid as purchase_id,
      null::text as package_id, null::integer as package_version, message.name as title, null::integer as amount,
      null::text as currency, null::float8 as days
    from message where message.spam_reason is null and message.state in ('new', 'in-progress')`,
}

/** The same rows by the way that is shorter for a page of them. */
const pageSources: Record<Figure, Source> = {
  ...sources,
  'first-sessions': (_, { paymentMode }) => firstSessions(paymentMode, oneByOne),
}

/** Of these the oldest comes first: it waits longest. */
const waitingFirst: ReadonlySet<Figure> = new Set(['deliverables-due', 'deliverables-late', 'messages-waiting'])

/** A figure, and the rows of it that are looked at. */
export type Choice = { figure: Figure; period: Period | undefined; currency: 'GBP' | 'USD' | undefined }

function rowsOf(db: Db, situation: Situation, { figure, period, currency }: Choice, from = sources) {
  const inPeriod = period ? sql`entry.at >= ${period.from} and entry.at < ${period.before}` : sql`true`
  const inCurrency = currency ? sql`entry.currency = ${currency}` : sql`true`
  return sql`(${from[figure](db, situation, period)}) as entry where ${inPeriod} and ${inCurrency}`
}

export type Sum = {
  figure: Figure
  /** From 0, of the months that were asked for. */
  month: number
  currency: 'GBP' | 'USD' | null
  count: number
  amount: number | null
  medianDays: number | null
}

type Wanted = {
  /** When each month begins, and when the last one ends. */
  bounds: Date[]
  monthly: readonly MonthlyFigure[]
  others: readonly Choice[]
}

/**
 * Those of each month by month and currency, the others as a whole. A question each: of one question for all of them the
 * server takes seconds to compile what it then does in a moment.
 */
export async function sumFigures(db: Db, situation: Situation, { bounds, monthly, others }: Wanted): Promise<Sum[]> {
  const [from, before] = [bounds[0], bounds.at(-1)]
  const period = from && before && { from, before }
  const moments = sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
  const parts = [
    ...monthly.map(
      (figure) => sql<Sum>`
        select ${figure}::text as figure, width_bucket(entry.at, ${moments}) - 1 as month, entry.currency,
          count(*)::int as count, sum(entry.amount)::bigint as amount, null::float8 as "medianDays"
        from ${rowsOf(db, situation, { figure, period, currency: undefined })} group by 2, 3`,
    ),
    ...others.map(
      (choice) => sql<Sum>`
        select ${choice.figure}::text as figure, 0 as month, null::text as currency, count(*)::int as count,
          null::bigint as amount, ${medianDays} as "medianDays"
        from ${rowsOf(db, situation, choice)}`,
    ),
  ]
  return (await Promise.all(parts.map((part) => part.execute(db)))).flatMap(({ rows }) => rows)
}

const medianDays = sql<number | null>`percentile_cont(0.5) within group (order by entry.days)`

/** The figure that a list is about, a row a currency where it is money. */
export async function sumFigure(db: Db, situation: Situation, choice: Choice) {
  const { rows } = await sql<Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>>`
    select entry.currency, count(*)::int as count, sum(entry.amount)::bigint as amount, ${medianDays} as "medianDays"
    from ${rowsOf(db, situation, choice)} group by 1 order by 1`.execute(db)
  return rows
}

export type StoredRow = {
  id: string
  at: Date
  member_id: string | null
  member_name: string | null
  purchase_id: string | null
  package_title: string | null
  title: string | null
  amount: number | null
  currency: 'GBP' | 'USD' | null
  days: number | null
}

/** Newest first, or what waits longest; from just after a place in that order. */
export async function listRows(
  db: Db,
  situation: Situation,
  { limit, after, ...choice }: Choice & { limit: number; after: Place | undefined },
): Promise<StoredRow[]> {
  const [order, beyond] = waitingFirst.has(choice.figure) ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
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
