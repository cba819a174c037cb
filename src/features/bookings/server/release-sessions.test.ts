import { afterAll, expect, test } from 'vitest'
import { book, hoursAhead, leftOf, linesOf, memberWithPackage, reserve } from '../../../../tests/support/bookings.ts'
import { buy, lettersTo } from '../../../../tests/support/returns.ts'
import { givenBookableConsultant } from '../../../../tests/support/sessions.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada' })

let day = 1
const nextDay = () => hoursAhead(app, 24 * ++day)

test('sessions to come end with the package that a member cancels within the 14 days', async () => {
  const { member, id } = await buy(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  const startsAt = nextDay()
  const { body } = await book(member, { entitlementId, startsAt })
  const { body: shown } = await member.get(`/api/purchases/${id}/withdrawal`)
  // Not held yet: it is given up with the package, and not paid for.
  expect(shown.data.refund).toBe(11_880)
  await member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 })
  await app.run('release-sessions')

  const { body: after } = await member.get(`/api/bookings/${body.data.id}`)
  expect(after.data).toMatchObject({ state: 'cancelled', cancelledBy: 'system', isForfeited: false, consequence: null })
  expect(await linesOf(app, body.data.id)).toEqual(['use -1', 'return 1'])
  expect(lettersTo(app, member).filter((subject) => subject.startsWith('Cancelled: '))).toHaveLength(1)
  const told = await app.rows(
    "select title from notification where member_id = $1 and title like '%cancelled'",
    ada.accountId,
  )
  expect(told).toEqual([{ title: 'A session was cancelled' }])
  const other = await memberWithPackage(app)
  expect((await book(other.member, { ...other, startsAt })).status).toBe(200)
})

test.each([
  ['is cancelled', 'update entitlement set cancelled_at = now() where id = $1', 'cancelled'],
  [
    'was given back',
    "update purchase set status = 'refunded' where id = (select purchase_id from entitlement where id = $1)",
    'cancelled',
  ],
  [
    'is disputed, which may end well',
    "update purchase set status = 'disputed' where id = (select purchase_id from entitlement where id = $1)",
    'booked',
  ],
])('a session of a package that %s is dealt with once', async (_, change, state) => {
  const { member, id } = await buy(app)
  const [{ id: entitlementId }] = await app.rows('select id from entitlement where purchase_id = $1', id)
  const { body } = await book(member, { entitlementId, startsAt: nextDay() })
  await app.rows(change, entitlementId)
  await app.run('release-sessions')
  await app.run('release-sessions')
  expect(await app.rows('select state, sequence from booking where id = $1', body.data.id)).toEqual([
    { state, sequence: state === 'cancelled' ? 1 : 0 },
  ])
  expect(await linesOf(app, body.data.id)).toEqual(state === 'cancelled' ? ['use -1', 'return 1'] : ['use -1'])
})

test('a session that has begun stays as it is when its package ends', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 90 })
  const { body } = await book(member, { entitlementId, startsAt: nextDay() })
  await app.rows(
    `update booking set starts_at = $2, ends_at = $2::timestamptz + interval '10 minutes',
       occupied = tstzrange($2, $2::timestamptz + interval '10 minutes') where id = $1`,
    body.data.id,
    app.clock.now(),
  )
  await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
  await app.run('release-sessions')
  expect(await linesOf(app, body.data.id)).toEqual(['use -1'])
})

test('times that were kept and never confirmed are forgotten, and those that are kept stay', async () => {
  const [lapsed, kept] = [await memberWithPackage(app, { days: 90 }), await memberWithPackage(app, { days: 90 })]
  await reserve(lapsed.member, { ...lapsed, startsAt: nextDay() })
  app.clock.advance({ minutes: 5, seconds: 1 })
  await reserve(kept.member, { ...kept, startsAt: nextDay() })
  await app.run('release-sessions')
  const left = await app.rows("select member_id from booking where state = 'reserved'")
  expect(left).toEqual([{ member_id: kept.member.id }])
  expect((await leftOf(app, lapsed.member, lapsed.entitlementId)).page['initial-consultation']).toBe(1)
})
