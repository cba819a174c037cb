import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app/start-app.ts'
import { createRandom, type RandomSource } from './random.ts'

const DAY = 86_400_000

/**
 * Makes the rows of a random business, with dates around `now` or up to 500 days earlier. The same seed gives the same
 * rows.
 */
export function makeBusiness({ seed, now, members }: { seed: number; now: Date; members: number }): Business {
  const dice = createRandom(seed)
  const rows: Business = {
    accounts: Array.from({ length: members }, (_, index) => ({
      id: randomUUID(),
      email: `${seed}-${index}@example.org`,
      email_canonical: `${seed}-${index}@example.org`,
      first_name: 'Ada',
      last_name: String(index),
      mobile: '+447700900123',
      password_hash: 'none',
      role: 'member',
      created_at: now,
    })),
    subscriptions: [],
    purchases: [],
    entitlements: [],
    entries: [],
    bookings: [],
    items: [],
    conversations: [],
    messages: Array.from({ length: members }, () => makeMessage(dice, now)),
  }
  for (const { id } of rows.accounts) {
    for (let count = dice.whole(3); count > 0; count -= 1) addPurchase(rows, dice, id, dice.moment(now, 500))
    if (dice.isSo(0.2)) addEntitlement(rows, dice, id, dice.moment(now, 60, 10), undefined)
    if (dice.isSo(0.4)) addSubscription(rows, dice, id, now)
    if (dice.isSo(0.5)) addConversation(rows, dice, id, now)
  }
  return rows
}

const price = (net: number) => ({ net, tax: 0, total: net, tax_rate_basis_points: 0, tax_label: 'VAT', market: 'uk' })

/** Some subscriptions have no payment. */
function addSubscription(rows: Business, dice: RandomSource, memberId: string, now: Date) {
  const startedAt = dice.moment(now, 400)
  const endedAt = dice.isSo(0.4) ? dice.moment(now, 380) : null
  const subscription: Subscription = {
    id: randomUUID(),
    member_id: memberId,
    package_id: 'my-future-pro',
    package_version: 1,
    currency: 'GBP',
    ...price(100),
    payment_mode: dice.isSo(0.1) ? 'stripe' : 'sandbox',
    status: endedAt ? 'ended' : dice.oneOf('active', 'active', 'past_due', 'unpaid'),
    cancels_at_period_end: dice.isSo(0.2),
    past_due_since: now,
    delayed_days: 0,
    created_at: startedAt,
    ended_at: endedAt,
  }
  rows.subscriptions.push(subscription)
  const months = Array.from({ length: dice.whole(13) }, (_, month) => new Date(startedAt.getTime() + month * 30 * DAY))
  for (const at of months) if (at <= now) addPurchase(rows, dice, memberId, at, subscription)
}

function addPurchase(rows: Business, dice: RandomSource, memberId: string, at: Date, subscription?: Subscription) {
  const net = 100 + dice.whole(20_000)
  const id = randomUUID()
  const purchase: Purchase = {
    id,
    member_id: memberId,
    package_id: 'my-future-basic',
    package_version: 1,
    status: dice.oneOf('completed', 'completed', 'completed', 'partially_refunded', 'refunded', 'disputed'),
    currency: subscription?.currency ?? dice.oneOf('GBP', 'GBP', 'USD'),
    ...price(net),
    consent_version: '1',
    consent_start_now: true,
    consent_acknowledge_loss: true,
    consent_at: at,
    payment_mode: subscription?.payment_mode ?? (dice.isSo(0.15) ? 'stripe' : 'sandbox'),
    reference: `reference-${id}`,
    created_at: at,
    completed_at: at,
    subscription_id: subscription?.id ?? null,
  }
  rows.purchases.push(purchase)
  addEntry(rows, purchase, 'charge', net, at)
  if (dice.isSo(0.3)) addEntry(rows, purchase, 'refund', -1 - dice.whole(net), daysAfter(at, dice.whole(40)))
  if (dice.isSo(0.1)) addEntry(rows, purchase, 'dispute', -net, daysAfter(at, dice.whole(60)))
  addEntitlement(rows, dice, memberId, at, purchase)
}

function addEntry(rows: Business, { id, currency }: Purchase, kind: string, amount: number, occurredAt: Date) {
  const entry = { kind, provider_id: `${kind}-${id}`, purchase_id: id, amount, currency, occurred_at: occurredAt }
  rows.entries.push(entry)
}

function addEntitlement(
  rows: Business,
  dice: RandomSource,
  memberId: string,
  at: Date,
  purchase: Purchase | undefined,
) {
  const startsAt = daysAfter(at, dice.oneOf(0, 0, 14))
  const id = randomUUID()
  rows.entitlements.push({
    id,
    member_id: memberId,
    package_id: 'my-future-basic',
    package_version: 1,
    source: purchase ? 'purchased' : 'granted',
    purchase_id: purchase?.id ?? null,
    starts_at: startsAt,
    ends_at: daysAfter(startsAt, 30),
    cancelled_at: dice.isSo(0.1) ? startsAt : null,
  })
  for (let count = dice.whole(3); count > 0; count -= 1) addBooking(rows, dice, memberId, id, startsAt)
  for (let count = dice.whole(3); count > 0; count -= 1) addItem(rows, dice, memberId, id, startsAt, count)
}

function addBooking(rows: Business, dice: RandomSource, memberId: string, entitlementId: string, from: Date) {
  const startsAt = dice.moment(from, 2, 28)
  const endsAt = new Date(startsAt.getTime() + 60_000)
  const state = dice.oneOf('booked', 'cancelled', 'held', 'held', 'held', 'missed')
  rows.bookings.push({
    id: randomUUID(),
    member_id: memberId,
    entitlement_id: entitlementId,
    line_key: `line-${rows.bookings.length}`,
    package_id: 'my-future-basic',
    title: 'A session',
    minutes: 1,
    is_unlimited: false,
    starts_at: startsAt,
    ends_at: endsAt,
    occupied: `[${startsAt.toISOString()},${endsAt.toISOString()})`,
    state,
    place: 'online',
    created_at: from,
    booked_at: from,
    moved_at: dice.isSo(0.3) ? dice.moment(from, 0, 20) : null,
    cancelled_at: state === 'cancelled' ? from : null,
    cancelled_by: state === 'cancelled' ? 'member' : null,
  })
}

function addItem(
  rows: Business,
  dice: RandomSource,
  memberId: string,
  entitlementId: string,
  from: Date,
  number: number,
) {
  const state = dice.oneOf('planned', 'in_progress', 'for_approval', 'delivered')
  rows.items.push({
    entitlement_id: entitlementId,
    member_id: memberId,
    line_key: 'report',
    number,
    promised: 5,
    title: 'Report',
    unit: dice.oneOf('report', 'report', 'month of support'),
    due_on: daysAfter(from, dice.whole(40)).toISOString().slice(0, 10),
    state,
    approval_requested_at: state === 'for_approval' ? from : null,
    delivered_at: state === 'delivered' ? from : null,
    planned_at: from,
  })
}

function addConversation(rows: Business, dice: RandomSource, memberId: string, now: Date) {
  const at = dice.moment(now, 30)
  rows.conversations.push({
    member_id: memberId,
    reply_key: memberId.replaceAll('-', '').slice(0, 16),
    last_message_at: at,
    listed_at: at,
    waiting_since: dice.isSo(0.5) ? at : null,
  })
}

/** A message from a person without an account. */
function makeMessage(dice: RandomSource, now: Date): Business['messages'][number] {
  const id = randomUUID()
  const kind = dice.oneOf('contact', 'contact', 'complaint')
  return {
    id,
    reference: `message-${id}`,
    kind,
    topic: kind === 'complaint' ? 'service' : null,
    name: 'Grace',
    email: 'grace@example.net',
    body: 'A question',
    spam_reason: dice.isSo(0.2) ? 'too-fast' : null,
    received_at: dice.moment(now, 300),
    state: dice.oneOf('new', 'in-progress', 'answered', 'closed'),
  }
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY)
}

type Row<Columns> = Columns & Record<string, unknown>
type Subscription = Row<{
  id: string
  currency: string
  payment_mode: string
  status: string
  cancels_at_period_end: boolean
  ended_at: Date | null
}>
type Purchase = Row<{
  id: string
  status: string
  currency: string
  payment_mode: string
  completed_at: Date
  subscription_id: string | null
}>
type Period = { starts_at: Date; ends_at: Date; cancelled_at: Date | null }
export type Business = {
  accounts: Row<{ id: string }>[]
  subscriptions: Subscription[]
  purchases: Purchase[]
  entitlements: Row<Period & { id: string; purchase_id: string | null }>[]
  entries: Row<{ purchase_id: string; amount: number; currency: string; occurred_at: Date }>[]
  bookings: Row<{ entitlement_id: string; state: string; starts_at: Date; moved_at: Date | null }>[]
  items: Row<{ entitlement_id: string; due_on: string; state: string }>[]
  conversations: Row<{ waiting_since: Date | null }>[]
  messages: Row<{ state: string; spam_reason: string | null }>[]
}

/** Inserts the rows directly instead of through use cases. */
export async function insertBusiness(app: Pick<TestApp, 'rows'>, business: Business): Promise<void> {
  const tables = {
    account: business.accounts,
    subscription: business.subscriptions,
    purchase: business.purchases,
    entitlement: business.entitlements,
    payment_entry: business.entries,
    booking: business.bookings,
    deliverable: business.items,
    conversation: business.conversations,
    message: business.messages,
  }
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    const insert = `insert into ${table} (${columns}) select ${columns}`
    await app.rows(`${insert} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, JSON.stringify(rows))
  }
}
