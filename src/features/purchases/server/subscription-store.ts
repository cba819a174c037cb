import './tables.ts'
import { sql } from 'kysely'
import type { Price, ServiceType } from '#features/catalogue/contract.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { PaymentMode, SubscriptionStatus } from '../contract.ts'

/** What the provider says of a subscription, copied from the object that was read back. */
export type SubscriptionState = {
  providerId: string | null
  status: SubscriptionStatus
  cancelsAtPeriodEnd: boolean
  /** When the provider charges again. */
  periodEndsAt: Date | null
  pastDueSince: Date | null
  card: { brand: string; last4: string } | null
  endedAt: Date | null
}

export type StoredSubscription = SubscriptionState & {
  id: string
  memberId: MemberId
  packageId: string
  title: string
  serviceType: ServiceType
  /** Each period costs this, whatever the package costs later. */
  price: Price
  paymentMode: PaymentMode
  delayedDays: number
  createdAt: Date
}

const columns = [
  'subscription.id',
  'subscription.member_id',
  'subscription.package_id',
  'subscription.market',
  'subscription.currency',
  'subscription.net',
  'subscription.tax_rate_basis_points',
  'subscription.tax_label',
  'subscription.tax',
  'subscription.total',
  'subscription.payment_mode',
  'subscription.provider_id',
  'subscription.status',
  'subscription.cancels_at_period_end',
  'subscription.period_ends_at',
  'subscription.delayed_days',
  'subscription.past_due_since',
  'subscription.card_brand',
  'subscription.card_last4',
  'subscription.created_at',
  'subscription.ended_at',
] as const

function subscriptions(db: Db) {
  return db
    .selectFrom('subscription')
    .innerJoin('package', 'package.id', 'subscription.package_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'subscription.package_id')
        .onRef('package_version.version', '=', 'subscription.package_version'),
    )
    .select(columns)
    .select(['package.service_type', 'package_version.title'])
}

type Row = Awaited<ReturnType<ReturnType<typeof subscriptions>['executeTakeFirstOrThrow']>>

function toSubscription(row: Row): StoredSubscription {
  const { card_brand: brand, card_last4: last4 } = row
  return {
    id: row.id,
    memberId: row.member_id as MemberId,
    packageId: row.package_id,
    title: row.title,
    serviceType: row.service_type,
    price: {
      market: row.market,
      currency: row.currency,
      net: minorUnits(row.net),
      taxRateBasisPoints: row.tax_rate_basis_points,
      taxLabel: row.tax_label,
      tax: minorUnits(row.tax),
      total: minorUnits(row.total),
    },
    paymentMode: row.payment_mode,
    providerId: row.provider_id,
    status: row.status,
    cancelsAtPeriodEnd: row.cancels_at_period_end,
    periodEndsAt: row.period_ends_at,
    delayedDays: row.delayed_days,
    pastDueSince: row.past_due_since,
    card: brand !== null && last4 !== null ? { brand, last4 } : null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

type NewSubscription = {
  memberId: MemberId
  packageId: string
  packageVersion: number
  price: Price
  paymentMode: PaymentMode
  delayedDays: number
  createdAt: Date
}

/** @returns undefined where the member has one of this package that lives */
export async function insertSubscription(
  db: Db,
  { price, ...subscription }: NewSubscription,
): Promise<string | undefined> {
  const row = await db
    .insertInto('subscription')
    .values({
      member_id: subscription.memberId,
      package_id: subscription.packageId,
      package_version: subscription.packageVersion,
      market: price.market,
      currency: price.currency,
      net: price.net,
      tax_rate_basis_points: price.taxRateBasisPoints,
      tax_label: price.taxLabel,
      tax: price.tax,
      total: price.total,
      payment_mode: subscription.paymentMode,
      provider_id: null,
      status: 'incomplete',
      period_ends_at: null,
      delayed_days: subscription.delayedDays,
      past_due_since: null,
      card_brand: null,
      card_last4: null,
      created_at: subscription.createdAt,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'package_id']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findSubscription(db: Db, id: string): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db).where('subscription.id', '=', id).executeTakeFirst()
  return row && toSubscription(row)
}

export async function findSubscriptionOf(
  db: Db,
  memberId: MemberId,
  id: string,
): Promise<StoredSubscription | undefined> {
  const subscription = await findSubscription(db, id)
  return subscription?.memberId === memberId ? subscription : undefined
}

export async function findSubscriptionByProvider(db: Db, providerId: string): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db).where('subscription.provider_id', '=', providerId).executeTakeFirst()
  return row && toSubscription(row)
}

/** The one that holds the member's slot for a package. */
export async function findLiveSubscription(
  db: Db,
  memberId: MemberId,
  packageId: string,
): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db)
    .where('subscription.member_id', '=', memberId)
    .where('subscription.package_id', '=', packageId)
    .where('subscription.ended_at', 'is', null)
    .executeTakeFirst()
  return row && toSubscription(row)
}

/** Newest first. */
export async function listSubscriptionsOf(db: Db, memberId: MemberId): Promise<StoredSubscription[]> {
  const question = subscriptions(db)
    .where('subscription.member_id', '=', memberId)
    .orderBy('subscription.created_at', 'desc')
    .orderBy('subscription.id', 'desc')
  return (await preparedRows(db, question)).map(toSubscription)
}

/** Of whatever provider, from just after a place in the order of their ids. */
export async function listLiveSubscriptions(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredSubscription[]> {
  let query = subscriptions(db).where('subscription.ended_at', 'is', null)
  if (after) query = query.where('subscription.id', '>', after)
  const rows = await query.orderBy('subscription.id').limit(limit).execute()
  return rows.map(toSubscription)
}

/** Those that are charged again between two moments. */
export async function listRenewingSubscriptions(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<StoredSubscription[]> {
  const rows = await subscriptions(db)
    .where('subscription.status', '=', 'active')
    .where('subscription.cancels_at_period_end', '=', false)
    .where('subscription.period_ends_at', '>', from)
    .where('subscription.period_ends_at', '<=', until)
    .orderBy('subscription.period_ends_at')
    .execute()
  return rows.map(toSubscription)
}

/** Held until the transaction ends. A new purchase may still name it. */
export async function lockSubscription(tx: Db, id: string): Promise<StoredSubscription> {
  const row = await subscriptions(tx)
    .where('subscription.id', '=', id)
    .modifyEnd(sql`for no key update of subscription`)
    .executeTakeFirstOrThrow()
  return toSubscription(row)
}

/** The one that a purchase belongs to, if it does, held in the same way. */
export async function lockSubscriptionOf(tx: Db, purchaseId: string): Promise<void> {
  await tx
    .selectFrom('subscription')
    .where('id', '=', (select) => select.selectFrom('purchase').where('id', '=', purchaseId).select('subscription_id'))
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

export async function saveSubscription(tx: Db, id: string, state: SubscriptionState): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      provider_id: state.providerId,
      status: state.status,
      cancels_at_period_end: state.cancelsAtPeriodEnd,
      period_ends_at: state.periodEndsAt,
      past_due_since: state.pastDueSince,
      card_brand: state.card?.brand ?? null,
      card_last4: state.card?.last4 ?? null,
      ended_at: state.endedAt,
    })
    .where('id', '=', id)
    .execute()
}

/** @returns false where it was ended before its payment was there */
export async function rememberProviderSubscription(db: Db, id: string, providerId: string): Promise<boolean> {
  const row = await db
    .updateTable('subscription')
    .set({ provider_id: providerId })
    .where('id', '=', id)
    .where((where) => where.or([where('ended_at', 'is', null), where('provider_id', '=', providerId)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A subscription whose first purchase is given up, before anything of it was paid. */
export async function endUnpaidSubscription(tx: Db, purchaseId: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .from('purchase')
    .whereRef('subscription.id', '=', 'purchase.subscription_id')
    .where('purchase.id', '=', purchaseId)
    .where('purchase.completed_at', 'is', null)
    .where('subscription.status', '=', 'incomplete')
    .set({ status: 'ended', ended_at: now })
    .execute()
}
