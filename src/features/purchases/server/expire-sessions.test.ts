import { afterAll, expect, test } from 'vitest'
import { givenPackage } from '../../../../tests/support/bookings.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { subscribe } from '../../../../tests/support/subscription.ts'

const app = await startApp()
afterAll(app.close)

const expire = () => app.run('expire-sessions')
const expiries = (entitlementId: string) =>
  app.rows(
    `select line_key, quantity from entitlement_entry where entitlement_id = $1 and kind = 'expiry' order by line_key`,
    entitlementId,
  )

async function givenWeek() {
  const member = await app.quickMember()
  return { member, entitlementId: await givenPackage(app, member.id) }
}

test('sessions that are left expire when their package ends, not before, and once', async () => {
  const { entitlementId } = await givenWeek()
  app.clock.advance({ days: 6, hours: 23 })
  await expire()
  expect(await expiries(entitlementId)).toEqual([])

  app.clock.advance({ hours: 2 })
  await expire()
  await expire()
  expect(await expiries(entitlementId)).toEqual([
    { line_key: 'final-call', quantity: -1 },
    { line_key: 'initial-consultation', quantity: -1 },
  ])
})

test('what a subscription grants once can be used in its later months, and expires with the last of them', async () => {
  const member = await app.quickMember()
  const { id, purchaseId } = await subscribe(app, member)
  await app.jump({ days: 33 })
  await app.settle()
  await expire()
  const [{ id: first }] = await app.rows('select id from entitlement where purchase_id = $1', purchaseId)
  expect(await expiries(first)).toEqual([])

  const here = await app.returning(member)
  await here.post(`/api/subscriptions/${id}/cancellation`)
  await app.jump({ days: 33 })
  await app.settle()
  await expire()
  expect(await expiries(first)).toEqual([
    { line_key: 'final-call', quantity: -1 },
    { line_key: 'initial-consultation', quantity: -1 },
  ])
})

test('a package that was cancelled expires nothing: its money went back', async () => {
  const { entitlementId } = await givenWeek()
  await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
  app.clock.advance({ days: 8 })
  await expire()
  expect(await expiries(entitlementId)).toEqual([])
})
