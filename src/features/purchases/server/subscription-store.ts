import './tables.ts'
import { sql } from 'kysely'
import type { Price, ServiceType } from '#features/catalogue/contract.ts'
import { versionOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'
import type { PaymentMode, SubscriptionStatus } from '../contract.ts'
import { countMonths, priceOfMonth } from '../discounts/rules.ts'

/** The subscription's state, copied from Stripe. */
export type SubscriptionState = {
  providerId: string | null
  status: SubscriptionStatus
  cancelsAtPeriodEnd: boolean
  /** When Stripe charges next. */
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
  /** The agreed price of each period, even if the package's price changes. */
  fullPrice: Price
  /** What the first months cost less before tax; null months: all of them. */
  discount: { amount: MinorUnits; months: number | null } | null
  /** The price of the payment that is due, or else of the next one. */
  price: Price
  paymentMode: PaymentMode
  delayedDays: number
  createdAt: Date
}

function subscriptions(db: Db) {
  return db
    .selectFrom('subscription')
    .innerJoin('package', 'package.id', 'subscription.packageId')
    .innerJoin('packageVersion', versionOf('subscription'))
    .selectAll('subscription')
    .select(['package.serviceType', 'packageVersion.title'])
}

type Row = Awaited<ReturnType<ReturnType<typeof subscriptions>['executeTakeFirstOrThrow']>>

function toSubscription(row: Row): StoredSubscription {
  const { market, currency, net, taxRateBasisPoints, taxLabel, tax, total, discount: amount, ...columns } = row
  const { cardBrand: brand, cardLast4: last4, discountMonths: months } = row
  const fullPrice = { market, currency, net, taxRateBasisPoints, taxLabel, tax, total }
  const discount = amount > 0 ? { amount, months } : null
  return {
    ...columns,
    fullPrice,
    discount,
    price: priceOfMonth({ fullPrice, discount }, findPayableMonth(row)),
    card: brand !== null && last4 !== null ? { brand, last4 } : null,
  }
}

/** The month that is to be paid. An unpaid month has already begun, so Stripe's period is that month's. */
function findPayableMonth({ status, createdAt, periodEndsAt }: Row): number {
  if (status === 'incomplete' || periodEndsAt === null) return 0
  const nextMonth = countMonths(createdAt, periodEndsAt)
  return status === 'past_due' || status === 'unpaid' ? nextMonth - 1 : nextMonth
}

type NewSubscription = {
  memberId: MemberId
  packageId: string
  packageVersion: number
  price: Price
  discount?: { amount: MinorUnits; months: number | null; fullPrice: Price } | null
  paymentMode: PaymentMode
  delayedDays: number
  createdAt: Date
}

/** @returns undefined if the member already has a live subscription to this package */
export async function insertSubscription(
  db: Db,
  { price, discount, ...subscription }: NewSubscription,
): Promise<string | undefined> {
  const row = await db
    .insertInto('subscription')
    .values({
      memberId: subscription.memberId,
      packageId: subscription.packageId,
      packageVersion: subscription.packageVersion,
      ...(discount?.fullPrice ?? price),
      discount: discount?.amount ?? minorUnits(0),
      discountMonths: discount?.months ?? null,
      paymentMode: subscription.paymentMode,
      delayedDays: subscription.delayedDays,
      createdAt: subscription.createdAt,
      providerId: null,
      status: 'incomplete',
      periodEndsAt: null,
      pastDueSince: null,
      cardBrand: null,
      cardLast4: null,
      endedAt: null,
    })
    .onConflict((conflict) => conflict.columns(['memberId', 'packageId']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findSubscription(db: Db, id: string): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db).where('subscription.id', '=', id).executeTakeFirst()
  return row && toSubscription(row)
}

export async function findMemberSubscription(
  db: Db,
  memberId: MemberId,
  id: string,
): Promise<StoredSubscription | undefined> {
  const subscription = await findSubscription(db, id)
  return subscription?.memberId === memberId ? subscription : undefined
}

export async function findSubscriptionByProvider(db: Db, providerId: string): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db).where('subscription.providerId', '=', providerId).executeTakeFirst()
  return row && toSubscription(row)
}

/** The member's only live subscription to a package. */
export async function findLiveSubscription(
  db: Db,
  memberId: MemberId,
  packageId: string,
): Promise<StoredSubscription | undefined> {
  const row = await subscriptions(db)
    .where('subscription.memberId', '=', memberId)
    .where('subscription.packageId', '=', packageId)
    .where('subscription.endedAt', 'is', null)
    .executeTakeFirst()
  return row && toSubscription(row)
}

/** Newest first. */
export async function listMemberSubscriptions(db: Db, memberId: MemberId): Promise<StoredSubscription[]> {
  const query = subscriptions(db)
    .where('subscription.memberId', '=', memberId)
    .orderBy('subscription.createdAt', 'desc')
    .orderBy('subscription.id', 'desc')
  return (await preparedRows(db, query)).map(toSubscription)
}

/** Includes every provider, ordered by id. */
export async function listLiveSubscriptions(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredSubscription[]> {
  let query = subscriptions(db).where('subscription.endedAt', 'is', null)
  if (after) query = query.where('subscription.id', '>', after)
  const rows = await query.orderBy('subscription.id').limit(limit).execute()
  return rows.map(toSubscription)
}

/** Active subscriptions whose next charge is between the two given times. */
export async function listRenewingSubscriptions(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<StoredSubscription[]> {
  const rows = await subscriptions(db)
    .where('subscription.status', '=', 'active')
    .where('subscription.cancelsAtPeriodEnd', '=', false)
    .where('subscription.periodEndsAt', '>', from)
    .where('subscription.periodEndsAt', '<=', until)
    .orderBy('subscription.periodEndsAt')
    .execute()
  return rows.map(toSubscription)
}

/** Locks the subscription, but still lets new purchases refer to it. */
export async function lockSubscription(tx: Db, id: string): Promise<StoredSubscription> {
  const row = await subscriptions(tx)
    .where('subscription.id', '=', id)
    .modifyEnd(sql`for no key update of subscription`)
    .executeTakeFirstOrThrow()
  return toSubscription(row)
}

export async function saveSubscription(tx: Db, id: string, state: SubscriptionState): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      providerId: state.providerId,
      status: state.status,
      cancelsAtPeriodEnd: state.cancelsAtPeriodEnd,
      periodEndsAt: state.periodEndsAt,
      pastDueSince: state.pastDueSince,
      cardBrand: state.card?.brand ?? null,
      cardLast4: state.card?.last4 ?? null,
      endedAt: state.endedAt,
    })
    .where('id', '=', id)
    .execute()
}
