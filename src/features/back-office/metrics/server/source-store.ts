import { type RawBuilder, sql } from 'kysely'
import { hasDueDay } from '#features/deliverables/server/public.ts'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { activeEntitlements, ownedPackageId } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addDays, companyDay } from '#platform/shared/calendar.ts'
import type { Metric } from '../contract.ts'
import { DUE_DAYS, type Period } from '../rules.ts'

// A metric is the count, sum or median of a source's rows. The metric's own page lists the same rows.

export type Situation = {
  now: Date
  /** Counts only payments made in this mode, because test payments are not revenue. */
  paymentMode: PaymentMode
}

type Source = (db: Db, situation: Situation, period: Period | undefined) => RawBuilder<unknown>

/** Purchase columns that every source returns. */
const purchaseColumns = sql`purchase.member_id, purchase.id as purchase_id, purchase.package_id, purchase.package_version`
const noAmount = sql`null::integer as amount, null::text as currency`
const noNumbers = sql`${noAmount}, null::float8 as days`
const noDetails = sql`null::text as title, ${noNumbers}`
const noPackage = sql`null::uuid as purchase_id, null::text as package_id, null::integer as package_version`

/** Payment entries have only a Stripe id, so this derives a valid UUID from it. */
const entryId = sql`
  overlay(overlay(md5(payment_entry.kind || payment_entry.provider_id) placing '4' from 13) placing '8' from 17)::uuid`

/** False for a subscription's first purchase and for a purchase outside a subscription. */
const isLaterMonth = sql`exists (
  select 1 from purchase earlier
  where earlier.subscription_id = purchase.subscription_id
    and (earlier.completed_at, earlier.id) < (purchase.completed_at, purchase.id))`

function monthsPaid(paymentMode: PaymentMode) {
  return sql`
    select purchase.id, purchase.completed_at as at, ${purchaseColumns}, ${noDetails}
    from purchase
    where purchase.subscription_id is not null and purchase.completed_at is not null
      and purchase.payment_mode = ${paymentMode}`
}

function sessions(condition: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  return sql`
    select booking.id, ${at} as at, booking.member_id, entitlement.purchase_id, booking.package_id,
      entitlement.package_version, booking.title, ${noNumbers}
    from booking join entitlement on entitlement.id = booking.entitlement_id
    where ${condition}`
}

/** @param joined joins the first held session of each purchase or of its whole subscription */
function firstSessions(paymentMode: PaymentMode, joined: RawBuilder<unknown>) {
  return sql`
    select purchase.id, purchase.completed_at as at, ${purchaseColumns}, null::text as title, ${noAmount},
      greatest(0, extract(epoch from first.starts_at - purchase.completed_at) / 86400)::float8 as days
    from purchase ${joined}
    where first.starts_at is not null and purchase.completed_at is not null and purchase.payment_mode = ${paymentMode}
      and not ${isLaterMonth}`
}

const heldSessions = sql`
  booking join entitlement on entitlement.id = booking.entitlement_id
  join purchase bought on bought.id = entitlement.purchase_id`

/**
 * Groups all sessions in one pass, which is five times as fast as a lookup per purchase. No month of a subscription
 * comes before its first, so filtering by purchase date leaves out no session that counts.
 */
const groupedFirstSessions = (period: Period | undefined) => sql`
  join (
    select coalesce(bought.subscription_id, bought.id) as group_id, min(booking.starts_at) as starts_at
    from ${heldSessions}
    where booking.state = 'held' and bought.completed_at >= ${period?.from ?? '-infinity'} group by 1
  ) first on first.group_id = coalesce(purchase.subscription_id, purchase.id)`

/** Looks up first sessions only for the rows on one page. */
const lateralFirstSessions = sql`
  cross join lateral (
    select min(booking.starts_at) as starts_at
    from ${heldSessions}
    where booking.state = 'held' and (bought.id = purchase.id or bought.subscription_id = purchase.subscription_id)
  ) first`

const dueAt = sql`(deliverable.due_on::timestamp at time zone 'Europe/London')`

/** Undelivered deliverables of packages that have started and were neither cancelled, refunded nor disputed. */
function deliverables(now: Date, condition: RawBuilder<unknown>) {
  return sql`
    select deliverable.id, ${dueAt} as at, deliverable.member_id, entitlement.purchase_id,
      entitlement.package_id, entitlement.package_version, deliverable.title, ${noNumbers}
    from deliverable
    join entitlement on entitlement.id = deliverable.entitlement_id
    left join purchase on purchase.id = entitlement.purchase_id
    where deliverable.state <> 'delivered'
      and entitlement.starts_at <= ${now} and entitlement.cancelled_at is null
      and coalesce(purchase.status, 'completed') not in ('refunded', 'disputed')
      and ${hasDueDay}
      and ${condition}`
}

/** Start of a day in London time, comparable with `dueAt`. */
function startOfLondonDay(day: string) {
  return sql`(${day}::date::timestamp at time zone 'Europe/London')`
}

export const sources: Record<Metric, Source> = {
  revenue: (_, { paymentMode }) => sql`
    select ${entryId} as id, payment_entry.occurred_at as at, ${purchaseColumns}, payment_entry.kind as title,
      payment_entry.amount, payment_entry.currency, null::float8 as days
    from payment_entry join purchase on purchase.id = payment_entry.purchase_id
    where purchase.payment_mode = ${paymentMode}`,
  'subscriptions-new': (_, { paymentMode }) => sql`${monthsPaid(paymentMode)} and not ${isLaterMonth}`,
  'subscriptions-renewed': (_, { paymentMode }) => sql`${monthsPaid(paymentMode)} and ${isLaterMonth}`,
  'subscriptions-lost': (_, { paymentMode }) => sql`
    select subscription.id, subscription.ended_at as at, subscription.member_id, null::uuid as purchase_id,
      subscription.package_id, subscription.package_version, ${noDetails}
    from subscription
    where subscription.ended_at is not null and subscription.payment_mode = ${paymentMode}
      and exists (
        select 1 from purchase
        where purchase.subscription_id = subscription.id and purchase.completed_at is not null)`,
  'sessions-held': () => sessions(sql`booking.state = 'held'`, sql`booking.starts_at`),
  'sessions-moved': () => sessions(sql`booking.moved_at is not null`, sql`booking.moved_at`),
  'sessions-missed': () => sessions(sql`booking.state = 'missed'`, sql`booking.starts_at`),
  'packages-active': (db, { now, paymentMode }) => sql`
    select group_id as id, min(starts_at) as at, member_id, (array_agg(purchase_id order by starts_at desc))[1] as purchase_id,
      max(package_id) as package_id, max(package_version) as package_version, ${noDetails}
    from (${activeEntitlements(db, now)
      .where((where) => where.or([where('purchase.id', 'is', null), where('purchase.paymentMode', '=', paymentMode)]))
      .select(['entitlement.startsAt', 'entitlement.memberId', 'entitlement.purchaseId'])
      .select(['entitlement.packageId', 'entitlement.packageVersion'])
      .select(ownedPackageId.as('groupId'))}) as active
    group by group_id, member_id`,
  'first-sessions': (_, { paymentMode }, period) => firstSessions(paymentMode, groupedFirstSessions(period)),
  'deliverables-due': (_, { now }) => {
    const today = companyDay(now)
    return deliverables(
      now,
      sql`${dueAt} >= ${startOfLondonDay(today)} and ${dueAt} < ${startOfLondonDay(addDays(today, DUE_DAYS))}`,
    )
  },
  'deliverables-late': (_, { now }) => deliverables(now, sql`${dueAt} < ${startOfLondonDay(companyDay(now))}`),
  'messages-waiting': () => sql`
    select conversation.member_id as id, conversation.waiting_since as at, conversation.member_id, ${noPackage}, ${noDetails}
    from conversation where conversation.waiting_since is not null
    union all
    select message.id, message.received_at as at, null::uuid as member_id, ${noPackage},
      message.name as title, ${noNumbers}
    from message where message.spam_reason is null and message.state in ('new', 'in-progress')`,
}

/** Sources with the same rows that are faster for a single page. */
export const pageSources: Record<Metric, Source> = {
  ...sources,
  'first-sessions': (_, { paymentMode }) => firstSessions(paymentMode, lateralFirstSessions),
}
