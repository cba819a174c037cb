import { afterAll, expect, test } from 'vitest'
import { hoursAhead, leftOf, linesOf } from '../../../../tests/support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../../../../tests/support/consulting.ts'
import { bellOf } from '../../../../tests/support/letters.ts'
import { ratingOf } from '../../../../tests/support/ratings.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

/** A session that has begun an hour ago, with its two. */
async function givenBegunSession({ hoursLater = 2 } = {}) {
  const known = await givenConsultant(app)
  const booked = await givenBookedSession(app, { consultantId: known.consultantId, startsAt: hoursAhead(app, 1) })
  app.clock.advance({ hours: hoursLater })
  const member = await app.returning(booked.member)
  const mark = async (wanted: 'held' | 'missed') =>
    (await app.returning(known)).post(`/api/consultant/bookings/${booked.bookingId}/mark`, { mark: wanted })
  return { ...booked, member, mark }
}

test('a session is not marked before it begins', async () => {
  const { mark } = await givenBegunSession({ hoursLater: 0 })
  const { status, body } = await mark('held')
  expect([status, body.code]).toEqual([409, 'not-begun'])
})

test('a session that was held stays used, once, and nobody is told', async () => {
  const { member, entitlementId, bookingId, mark } = await givenBegunSession()
  const before = await leftOf(app, member, entitlementId)
  const { status, body } = await mark('held')
  expect([status, body.data.state]).toEqual([200, 'held'])
  expect(await linesOf(app, bookingId)).toEqual(['use -1'])
  expect(await leftOf(app, member, entitlementId)).toEqual(before)
  expect(await bellOf(app, member.id, 'marked')).toEqual([])
})

test('a session that was missed counts as used, and its member is told and can say otherwise', async () => {
  const { member, entitlementId, bookingId, mark } = await givenBegunSession()
  const before = await leftOf(app, member, entitlementId)
  expect((await mark('missed')).body.data).toMatchObject({ state: 'missed', canBeMarked: true })
  expect(await linesOf(app, bookingId)).toEqual(['use -1', 'forfeit 0'])
  expect(await leftOf(app, member, entitlementId)).toEqual(before)
  expect(await bellOf(app, member.id, 'marked')).toEqual(['Your session was marked as missed'])
  expect((await member.get(`/api/bookings/${bookingId}`)).body.data).toMatchObject({
    state: 'missed',
    isForfeited: true,
    consequence: null,
  })
})

test('a mark is put right there and back: what is left never changes, and the record has every step', async () => {
  const { member, entitlementId, bookingId, mark } = await givenBegunSession()
  const before = await leftOf(app, member, entitlementId)
  for (const wanted of ['missed', 'held', 'missed', 'held'] as const) {
    const { status, body } = await mark(wanted)
    expect([status, body.data.state]).toEqual([200, wanted])
    expect(await leftOf(app, member, entitlementId)).toEqual(before)
  }
  expect(await linesOf(app, bookingId)).toEqual(['use -1', 'forfeit 0'])
  const record = await app.rows(
    'select reason from entitlement_entry where entitlement_id = $1 and reason is not null order by occurred_at',
    entitlementId,
  )
  expect(record.map(({ reason }) => reason)).toEqual([
    'Marked as missed',
    'Held after all',
    'Missed after all',
    'Held after all',
  ])
  expect(await bellOf(app, member.id, 'marked')).toEqual([
    'Your session was marked as missed',
    'Your session is marked as held',
  ])
  expect((await member.get(`/api/bookings/${bookingId}`)).body.data.isForfeited).toBe(false)
})

test('marking twice, also at the same moment, is marking once', async () => {
  const { member, entitlementId, bookingId, mark } = await givenBegunSession()
  const answers = await Promise.all([1, 2, 3].map(() => mark('missed')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await linesOf(app, bookingId)).toEqual(['use -1', 'forfeit 0'])
  const corrections = await app.rows(
    "select reason from entitlement_entry where entitlement_id = $1 and kind = 'use' and quantity = 0",
    entitlementId,
  )
  expect(corrections).toEqual([])
  expect(await bellOf(app, member.id, 'marked')).toHaveLength(1)
})

test('after seven days a mark stays, and one that was never made can still be made', async () => {
  const marked = await givenBegunSession()
  const open = await givenBegunSession()
  await marked.mark('missed')
  app.clock.advance({ days: 8 })
  const late = await marked.mark('held')
  expect([late.status, late.body.code]).toEqual([409, 'mark-is-final'])
  const first = await open.mark('held')
  expect([first.status, first.body.data]).toMatchObject([200, { state: 'held', canBeMarked: false }])
})

test('a session that its member has rated stays held, with its rating and what was published of it', async () => {
  const { member, entitlementId, bookingId, mark } = await givenBegunSession()
  await mark('held')
  const path = `/api/bookings/${bookingId}/rating`
  expect((await member.send('PUT', path, ratingOf({ mayPublish: true }))).status).toBe(200)
  const before = await leftOf(app, member, entitlementId)

  const { status, body } = await mark('missed')
  expect([status, body.code]).toEqual([409, 'session-rated'])
  expect(body.message).toContain('The member has rated this session')
  expect(await app.rows('select state, is_forfeited from booking where id = $1', bookingId)).toEqual([
    { state: 'held', is_forfeited: false },
  ])
  expect(await linesOf(app, bookingId)).toEqual(['use -1'])
  expect(await leftOf(app, member, entitlementId)).toEqual(before)
  expect(await app.rows('select may_publish from rating where booking_id = $1', bookingId)).toEqual([
    { may_publish: true },
  ])
  // Whoever takes it back leaves the mark to the consultant again.
  await member.delete(path)
  expect((await mark('missed')).status).toBe(200)
})

test('rated and marked as missed at the same moment, it is one of the two', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { member, bookingId, mark } = await givenBegunSession()
    await mark('held')
    await Promise.all([mark('missed'), member.send('PUT', `/api/bookings/${bookingId}/rating`, ratingOf())])
    const contradictions = await app.rows(
      "select 1 from rating join booking on booking.id = booking_id where booking_id = $1 and state <> 'held'",
      bookingId,
    )
    expect(contradictions).toEqual([])
  }
})
