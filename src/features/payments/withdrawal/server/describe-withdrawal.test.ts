import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { extendPackage } from '#features/purchases/server/public.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant } from '../../../../../tests/support/given/bookable-consultants.ts'
import { atSecondsBefore, book, hoursAhead } from '../../../../../tests/support/given/bookings.ts'
import { buy } from '../../../../../tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

type Member = Awaited<ReturnType<typeof app.quickMember>>

async function readWithdrawal(member: Member, purchaseId: string) {
  return (await member.get(`/api/purchases/${purchaseId}/withdrawal`)).body.data
}

async function readPackage(purchaseId: string): Promise<{ id: string; starts_at: Date; ends_at: Date }> {
  const [row] = await app.rows('select id, starts_at, ends_at from entitlement where purchase_id = $1', purchaseId)
  return row
}

test('an extended package that has run out cannot be upgraded', async () => {
  const { member, id } = await buy(app, { packageId: 'study-world-basic' })
  const offer = async () => (await member.get('/api/quotes/uk/study-world-pro/member')).body.data.upgrade
  expect(await offer()).toMatchObject({ credit: 11_880 })
  await moveBack(id, 15 * 24)
  expect(await offer()).toBeNull()
  await extend(id, 7 * 24)
  expect(await offer()).toBeNull()
})

test('extensions never change the withdrawal refund or the upgrade credit', async () => {
  const packages = ['my-future-basic', 'my-future-pro', 'study-world-basic', 'study-world-pro', 'biz-future-pro']
  const purchases = new Map<string, Awaited<ReturnType<typeof buy>>>()
  for (const packageId of packages) purchases.set(packageId, await buy(app, { packageId }))
  const getPurchase = (packageId: string) => {
    const purchase = purchases.get(packageId)
    if (!purchase) throw new Error(`Nobody has bought ${packageId}`)
    return purchase
  }
  const betterPackages: Record<string, string> = {
    'my-future-basic': 'my-future-pro',
    'study-world-basic': 'study-world-pro',
  }
  const extensions = fc.array(fc.integer({ min: -40, max: 900 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...packages),
      fc.integer({ min: 0, max: 1_000 }),
      extensions,
      async (packageId, hours, lengths) => {
        const { member, id } = getPurchase(packageId)
        const original = await readPackage(id)
        await moveBack(id, hours)
        const readAmounts = async () => {
          const quote = await member.get(`/api/quotes/uk/${betterPackages[packageId] ?? packageId}/member`)
          return [await readWithdrawal(member, id), quote.body.data.upgrade]
        }
        const before = await readAmounts()
        for (const length of lengths) await extend(id, length)
        expect(await readAmounts()).toEqual(before)
        await app.rows(
          'update entitlement set starts_at = $2, ends_at = $3, bought_until = null where purchase_id = $1',
          id,
          original.starts_at,
          original.ends_at,
        )
      },
    ),
    { numRuns: 60, seed: 20_261_122 },
  )
})

test('every preview counts the same upcoming sessions, and a withdrawal cancels them', async () => {
  const staff = await app.quickMember('administrator')
  await givenBookableConsultant(app, { displayName: 'Ada' })
  const { member, id } = await buy(app)
  const { id: entitlementId } = await readPackage(id)
  const bookAt = (lineKey: string, hours: number) =>
    book(member, { entitlementId, lineKey, startsAt: hoursAhead(app, hours) })
  const countSessions = async (reader = member) => [
    (await readWithdrawal(reader, id)).upcomingSessions,
    (await reader.get('/api/quotes/uk/my-future-pro/member')).body.data.upgrade.upcomingSessions,
    (await reader.get('/api/account/deletion')).body.data.upcomingSessions,
    (await staff.get(`/api/admin/purchases/${id}/refunds`)).body.data.upcomingSessions,
  ]
  expect(await countSessions()).toEqual([0, 0, 0, 0])
  const { body: firstSession } = await bookAt('initial-consultation', 1)
  const { body: finalCall } = await bookAt('final-call', 30)
  expect(await countSessions()).toEqual([2, 2, 2, 2])
  await member.post(`/api/bookings/${finalCall.data.id}/cancellation`, { outcome: 'returned' })
  expect(await countSessions()).toEqual([1, 1, 1, 1])
  await bookAt('final-call', 50)

  // A session that has begun counts as used and is not cancelled.
  const sessionStart = new Date(firstSession.data.startsAt)
  await atSecondsBefore(app, sessionStart, 0, async () => {
    const reader = await app.returning(member)
    const { counting, upcomingSessions, refund } = await readWithdrawal(reader, id)
    expect([counting.lines[0].used, upcomingSessions]).toEqual([1, 1])
    const { status } = await reader.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: refund })
    expect(status).toBe(200)
    await app.run('release-sessions')
  })
  const states = await app.rows(
    'select state from booking where entitlement_id = $1 order by starts_at, id',
    entitlementId,
  )
  expect(states.map(({ state }) => state)).toEqual(['booked', 'cancelled', 'cancelled'])
})

/** Moves the package's start and end back by the given hours; its purchase date stays. */
async function moveBack(purchaseId: string, hours: number) {
  const shiftedDates = "starts_at = starts_at - $2 * interval '1 hour', ends_at = ends_at - $2 * interval '1 hour'"
  await app.rows(`update entitlement set ${shiftedDates} where purchase_id = $1`, purchaseId, hours)
}

async function extend(purchaseId: string, hours: number) {
  const { id: entitlementId, ends_at: end } = await readPackage(purchaseId)
  const [{ key: lineKey }] = await app.rows(
    'select line_key as key from entitlement_entry where entitlement_id = $1 limit 1',
    entitlementId,
  )
  const until = new Date(end.getTime() + hours * HOUR_MS)
  await extendPackage(app.context.db, { entitlementId, lineKey, until, at: app.clock.now(), reason: 'Nobody was free' })
}
