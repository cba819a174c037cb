import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { expireSessions } from './expire-sessions.ts'

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app)

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** The number of sessions left, deliverables left and expiry entries, as shown on the package's pages. */
async function readRemaining(member: Member, entitlementId: string) {
  const path = `/api/entitlements/${entitlementId}`
  const { lines } = (await member.get(path)).body.data
  const { items } = (await member.get(`${path}/entries?limit=100`)).body.data
  const sessions = lines.filter(({ kind }: { kind: string }) => kind === 'session')
  return {
    left: Object.fromEntries(sessions.map(({ key, left }: { key: string; left: number | null }) => [key, left])),
    deliverables: lines.filter(({ kind, left }: { kind: string; left: number }) => kind !== 'session' && left === 1)
      .length,
    expired: items.filter(({ kind }: { kind: string }) => kind === 'expiry'),
  }
}

test('unused sessions expire when the package ends, and other lines stay as they are', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  await book(member, { entitlementId, startsAt: hoursAhead(app, 1) })
  await app.run('expire-sessions')
  expect(await readRemaining(member, entitlementId)).toMatchObject({
    left: { 'initial-consultation': 0, 'final-call': 1 },
    deliverables: 4,
    expired: [],
  })

  app.clock.advance({ hours: 7 * 24 })
  const reader = await app.returning(member)
  await app.run('expire-sessions')
  const [{ ends_at: end }] = await app.rows('select ends_at from entitlement where id = $1', entitlementId)
  const remaining = await readRemaining(reader, entitlementId)
  expect(remaining.left).toEqual({ 'initial-consultation': 0, 'final-call': 0 })
  expect(remaining.expired).toMatchObject([{ title: 'Final call', quantity: -1, occurredAt: end.toISOString() }])
  expect(remaining.deliverables).toBe(4)
})

test('unlimited lines do not expire', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 1 })
  app.clock.advance({ hours: 25 })
  await app.run('expire-sessions')
  const { left, expired } = await readRemaining(await app.returning(member), entitlementId)
  expect(left).toEqual({ 'initial-consultation': 0, 'final-call': 0, consultation: null })
  expect(expired).toHaveLength(2)
})

test('concurrent runs expire each session only once', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 1 })
  app.clock.advance({ hours: 25 })
  await Promise.all([expireSessions(app.context), expireSessions(app.context), expireSessions(app.context)])
  await expireSessions(app.context)
  const reader = await app.returning(member)
  expect((await readRemaining(reader, entitlementId)).expired).toHaveLength(2)
})

test('sessions in a disputed package expire only after the dispute is won', async () => {
  const { member, id } = await buy(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  await app.rows(
    `update entitlement set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days' where id = $1`,
    entitlementId,
  )
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  await app.run('expire-sessions')
  expect((await readRemaining(member, entitlementId)).expired).toEqual([])
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  await app.run('expire-sessions')
  expect((await readRemaining(member, entitlementId)).left).toEqual({ 'initial-consultation': 0, 'final-call': 0 })
})

test('sessions in cancelled or refunded packages do not expire', async () => {
  const cancelled = await memberWithPackage(app, { days: 1 })
  await app.rows('update entitlement set cancelled_at = now() where id = $1', cancelled.entitlementId)
  const { member, id } = await buy(app)
  const [{ id: refunded }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  await app.rows("update purchase set status = 'refunded' where id = $1", id)
  app.clock.advance({ days: 8 })
  await app.run('expire-sessions')
  expect((await readRemaining(await app.returning(cancelled.member), cancelled.entitlementId)).expired).toEqual([])
  expect((await readRemaining(await app.returning(member), refunded)).expired).toEqual([])
})
