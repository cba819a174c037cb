import { afterAll, expect, test } from 'vitest'
import { book, hoursAhead, memberWithPackage } from '../../../../tests/support/bookings.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { givenBookableConsultant } from '../../../../tests/support/sessions.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
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
  const again = app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     values ($1, 'final-call', 'expiry', -1, now())`,
    entitlementId,
  )
  await expect(again).rejects.toThrow('entitlement_entry_one_expiry_idx')
})

test('of what was refunded, disputed or cancelled nothing expires, and a dispute that is won leaves nothing behind', async () => {
  const { member, id } = await buy(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  await app.rows(
    `update entitlement set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days' where id = $1`,
    entitlementId,
  )
  for (const status of ['refunded', 'disputed']) {
    await app.rows('update purchase set status = $2 where id = $1', id, status)
    await app.run('expire-sessions')
    expect((await shown(member, entitlementId)).expired).toEqual([])
  }
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  await app.run('expire-sessions')
  expect((await shown(member, entitlementId)).left).toEqual({ 'initial-consultation': 0, 'final-call': 0 })
})
