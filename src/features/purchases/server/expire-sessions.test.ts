import { afterAll, expect, test } from 'vitest'
import { givenBookableConsultant } from '../../../../tests/support/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '../../../../tests/support/bookings.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { subscribe } from '../../../../tests/support/subscription.ts'
import { expireSessions } from './expire-sessions.ts'

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app)

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** What the page says is left of each session, and what the record says of its end. */
async function shown(member: Member, entitlementId: string) {
  const path = `/api/entitlements/${entitlementId}`
  const { lines } = (await member.get(path)).body.data
  const { items } = (await member.get(`${path}/entries?limit=100`)).body.data
  const sessions = lines.filter(({ kind }: { kind: string }) => kind === 'session')
  return {
    left: Object.fromEntries(sessions.map(({ key, left }: { key: string; left: number | null }) => [key, left])),
    others: lines.filter(({ kind, left }: { kind: string; left: number }) => kind !== 'session' && left === 1).length,
    expired: items.filter(({ kind }: { kind: string }) => kind === 'expiry'),
  }
}

test('sessions that nobody used expire when the package ends, and the record says so; other promises stay', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  await book(member, { entitlementId, startsAt: hoursAhead(app, 1) })
  await app.run('expire-sessions')
  expect(await shown(member, entitlementId)).toMatchObject({
    left: { 'initial-consultation': 0, 'final-call': 1 },
    others: 4,
    expired: [],
  })

  app.clock.advance({ hours: 7 * 24 })
  const reader = await app.returning(member)
  await app.run('expire-sessions')
  const [{ ends_at: end }] = await app.rows('select ends_at from entitlement where id = $1', entitlementId)
  const after = await shown(reader, entitlementId)
  expect(after.left).toEqual({ 'initial-consultation': 0, 'final-call': 0 })
  expect(after.expired).toMatchObject([{ title: 'Final call', quantity: -1, occurredAt: end.toISOString() }])
  expect(after.others).toBe(4)
})

test('what is without limit has nothing that could expire', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 1 })
  app.clock.advance({ hours: 25 })
  await app.run('expire-sessions')
  const { left, expired } = await shown(await app.returning(member), entitlementId)
  expect(left).toEqual({ 'initial-consultation': 0, 'final-call': 0, consultation: null })
  expect(expired).toHaveLength(2)
})

test('what expires does so once, whoever says it how often', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 1 })
  app.clock.advance({ hours: 25 })
  await Promise.all([expireSessions(app.context), expireSessions(app.context), expireSessions(app.context)])
  await expireSessions(app.context)
  const reader = await app.returning(member)
  expect((await shown(reader, entitlementId)).expired).toHaveLength(2)
})

test('of what is disputed nothing expires, and a dispute that is won leaves nothing behind', async () => {
  const { member, id } = await buy(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  await app.rows(
    `update entitlement set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days' where id = $1`,
    entitlementId,
  )
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  await app.run('expire-sessions')
  expect((await shown(member, entitlementId)).expired).toEqual([])
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  await app.run('expire-sessions')
  expect((await shown(member, entitlementId)).left).toEqual({ 'initial-consultation': 0, 'final-call': 0 })
})

test('of what was cancelled or refunded nothing expires: its money went back', async () => {
  const cancelled = await memberWithPackage(app, { days: 1 })
  await app.rows('update entitlement set cancelled_at = now() where id = $1', cancelled.entitlementId)
  const { member, id } = await buy(app)
  const [{ id: refunded }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  await app.rows("update purchase set status = 'refunded' where id = $1", id)
  app.clock.advance({ days: 8 })
  await app.run('expire-sessions')
  expect((await shown(await app.returning(cancelled.member), cancelled.entitlementId)).expired).toEqual([])
  expect((await shown(await app.returning(member), refunded)).expired).toEqual([])
})

test('what a subscription grants once can be used in its later months, and expires with the last of them', async () => {
  await using own = await startApp()
  const expired = (entitlementId: string) =>
    own.rows(
      "select line_key from entitlement_entry where entitlement_id = $1 and kind = 'expiry' order by 1",
      entitlementId,
    )
  const member = await own.quickMember()
  const { id, purchaseId } = await subscribe(own, member)
  await own.jump({ days: 33 })
  await own.settle()
  await own.run('expire-sessions')
  const [{ id: first }] = await own.rows('select id from entitlement where purchase_id = $1', purchaseId)
  expect(await expired(first)).toEqual([])

  await (await own.returning(member)).post(`/api/subscriptions/${id}/cancellation`)
  await own.jump({ days: 33 })
  await own.settle()
  await own.run('expire-sessions')
  expect(await expired(first)).toEqual([{ line_key: 'final-call' }, { line_key: 'initial-consultation' }])
})
