import { expect } from 'vitest'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Acknowledged } from './simulate-business.ts'

/**
 * Checks that every acknowledged purchase and booking exists once, and that no package exists without a completed
 * purchase.
 */
export async function expectAcknowledged({ pool }: Database, acknowledged: Acknowledged): Promise<void> {
  const purchases = await pool.query(
    `select purchase.id, purchase.status, count(distinct entitlement.id) as packages, count(distinct document.reference) as invoices
     from purchase left join entitlement on entitlement.purchase_id = purchase.id
       left join document on document.purchase_id = purchase.id and document.kind = 'invoice'
     group by purchase.id`,
  )
  const byId = new Map(purchases.rows.map(({ id, ...row }) => [id, row]))
  for (const id of acknowledged.purchases)
    expect(byId.get(id)).toEqual({ status: 'completed', packages: 1, invoices: 1 })
  expect(new Set(acknowledged.purchases).size).toBe(acknowledged.purchases.length)
  for (const { status, packages } of byId.values()) expect(packages).toBe(status === 'completed' ? 1 : 0)
  const bookings = await pool.query("select id, member_id from booking where state = 'booked'")
  const storedIds = new Set(bookings.rows.map(({ id }) => id))
  for (const id of acknowledged.bookings) expect(storedIds.has(id)).toBe(true)
  // Each visitor books one session from their one package.
  expect(new Set(bookings.rows.map(({ member_id }) => member_id)).size).toBe(storedIds.size)
}
