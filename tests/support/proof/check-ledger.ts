import { expect } from 'vitest'
import { readPages } from '../app/read-pages.ts'
import type { TestApp } from '../app/start-app.ts'

// Compares every page about a member's packages with the ledger entries (PRODUCT D22).

type Member = Awaited<ReturnType<TestApp['quickMember']>>
type Line = { key: string; kind: 'session' | 'deliverable'; title: string; granted: number | null; left: number | null }
type Entry = { kind: string; title: string; quantity: number | null }
type Booking = { entitlementId: string; lineKey: string; state: string; isForfeited: boolean }
type Session = { entitlementId: string; lineKey: string; left: number | null }
type Item = { entitlementId: string; lineKey: string; state: string }

/**
 * Checks that these agree for each package: what its page says is left, the entries listed there, the ledger rows, the
 * bookings and deliverables used, and what can be booked.
 */
export async function checkLedger(app: TestApp, member: Member): Promise<void> {
  const bookings = [
    ...(await readPages<Booking>(member, '/api/bookings?when=upcoming')),
    ...(await readPages<Booking>(member, '/api/bookings?when=past')),
  ]
  const items = await readPages<Item>(member, '/api/deliverables')
  const sessions: Session[] = (await member.get('/api/sessions')).body.data
  for (const { id } of await app.rows('select id from entitlement where member_id = $1', member.id)) {
    const { lines } = (await member.get(`/api/entitlements/${id}`)).body.data
    const entries = await readPages<Entry>(member, `/api/entitlements/${id}/entries`)
    const periods = await listPeriods(app, id)
    const sums = await sumByLine(app, periods)
    for (const line of lines as Line[]) {
      const lineEntries = entries.filter(({ title }) => title === line.title)
      const balance = lineEntries.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
      expect([line.key, balance]).toEqual([line.key, sums[line.key]])
      const used =
        line.kind === 'session' ? countUsed(bookings, periods, line.key) : countDelivered(items, periods, line.key)
      const expired = lineEntries
        .filter(({ kind }) => kind === 'expiry')
        .reduce((sum, entry) => sum - (entry.quantity ?? 0), 0)
      if (line.granted === null) {
        expect([line.key, line.left, balance + used]).toEqual([line.key, null, 0])
      } else {
        expect([line.key, line.left]).toEqual([line.key, balance])
        expect([line.key, line.left]).toEqual([line.key, line.granted - used - expired])
        expect(line.left).toBeGreaterThanOrEqual(0)
      }
    }
    for (const { lineKey, left } of sessions.filter(({ entitlementId }) => entitlementId === id))
      expect([lineKey, left]).toEqual([lineKey, (lines as Line[]).find(({ key }) => key === lineKey)?.left])
  }
}

/** Once everything has expired, checks that expired packages have no sessions left and that no session is upcoming. */
export async function checkNothingLeft(app: TestApp, member: Member): Promise<void> {
  expect((await member.get('/api/sessions')).body.data).toEqual([])
  expect(await readPages(member, '/api/bookings?when=upcoming')).toEqual([])
  for (const { id } of await app.rows('select id from entitlement where member_id = $1', member.id)) {
    const { state, lines } = (await member.get(`/api/entitlements/${id}`)).body.data
    if (state !== 'expired') continue
    const linesLeft = (lines as Line[]).filter(
      (line) => line.kind === 'session' && line.left !== null && line.left !== 0,
    )
    expect(linesLeft).toEqual([])
  }
}

/** The months of a subscription count as one package. */
async function listPeriods(app: TestApp, entitlementId: string): Promise<string[]> {
  const rows = await app.rows(
    `select month.id from entitlement
     join purchase on purchase.id = entitlement.purchase_id
     join purchase as paid on paid.id = purchase.id or paid.subscription_id = purchase.subscription_id
     join entitlement as month on month.purchase_id = paid.id
     where entitlement.id = $1 and (month.cancelled_at is null or month.id = $1)`,
    entitlementId,
  )
  return rows.map(({ id }) => id)
}

async function sumByLine(app: TestApp, periods: string[]): Promise<Record<string, number>> {
  const rows = await app.rows(
    `select line_key as key, coalesce(sum(quantity), 0)::int as sum from entitlement_entry
     where entitlement_id = any ($1) group by 1`,
    periods,
  )
  return Object.fromEntries(rows.map(({ key, sum }) => [key, sum]))
}

function countUsed(bookings: Booking[], periods: string[], key: string): number {
  const lineBookings = bookings.filter((booking) => periods.includes(booking.entitlementId) && booking.lineKey === key)
  return lineBookings.filter(({ state, isForfeited }) => state !== 'cancelled' || isForfeited).length
}

function countDelivered(items: Item[], periods: string[], key: string): number {
  const lineItems = items.filter((item) => periods.includes(item.entitlementId) && item.lineKey === key)
  return lineItems.filter(({ state }) => state === 'delivered').length
}
