import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { countLeft, hoursAhead, listLedgerLines } from '#tests/support/given/bookings.ts'
import { newRating } from '#tests/support/given/ratings.ts'
import { notificationTitles } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

/** A session that started an hour ago, with its member and consultant. */
async function givenStartedSession({ hoursLater = 2 } = {}) {
  const consultant = await givenConsultant(app)
  const booking = await givenBookedSession(app, { consultantId: consultant.consultantId, startsAt: hoursAhead(app, 1) })
  app.clock.advance({ hours: hoursLater })
  const member = await app.returning(booking.member)
  const mark = async (attendance: 'held' | 'missed') =>
    (await app.returning(consultant)).post(`/api/consultant/bookings/${booking.bookingId}/attendance`, { attendance })
  return { ...booking, member, mark }
}

test('rejects attendance before the session starts', async () => {
  const { mark } = await givenStartedSession({ hoursLater: 0 })
  const { status, body } = await mark('held')
  expect([status, body.code]).toEqual([409, 'not-started'])
})

test('marking a session as held uses it only once and does not notify the member', async () => {
  const { member, entitlementId, bookingId, mark } = await givenStartedSession()
  const before = await countLeft(app, member, entitlementId)
  const { status, body } = await mark('held')
  expect([status, body.data.state]).toEqual([200, 'held'])
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1'])
  expect(await countLeft(app, member, entitlementId)).toEqual(before)
  expect(await notificationTitles(app, member.id, 'marked')).toEqual([])
})

test('marking and correcting attendance never changes the balance, and each step is logged and the member notified', async () => {
  const { member, entitlementId, bookingId, mark } = await givenStartedSession()
  const before = await countLeft(app, member, entitlementId)
  for (const attendance of ['missed', 'held', 'missed', 'held'] as const) {
    const { status, body } = await mark(attendance)
    expect([status, body.data]).toMatchObject([200, { state: attendance, canBeMarked: true }])
    const { body: shown } = await member.get(`/api/bookings/${bookingId}`)
    const isForfeited = attendance === 'missed'
    expect(shown.data).toMatchObject({ state: attendance, isForfeited, cancellationTerms: null })
    expect(await countLeft(app, member, entitlementId)).toEqual(before)
  }
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'forfeit 0'])
  const corrections = await app.rows(
    'select reason from entitlement_entry where entitlement_id = $1 and reason is not null order by occurred_at',
    entitlementId,
  )
  expect(corrections.map(({ reason }) => reason)).toEqual([
    'Marked as missed',
    'Took place after all',
    'Missed after all',
    'Took place after all',
  ])
  expect(await notificationTitles(app, member.id, 'marked')).toEqual([
    'Your session was marked as missed',
    'Your session is now marked as completed',
  ])
})

test('if attendance is marked twice at the same time, it is saved only once', async () => {
  const { member, entitlementId, bookingId, mark } = await givenStartedSession()
  const answers = await Promise.all([1, 2, 3].map(() => mark('missed')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'forfeit 0'])
  const corrections = await app.rows(
    "select reason from entitlement_entry where entitlement_id = $1 and kind = 'use' and quantity = 0",
    entitlementId,
  )
  expect(corrections).toEqual([])
  expect(await notificationTitles(app, member.id, 'marked')).toHaveLength(1)
})

test('a rated session cannot be marked as missed, and its rating stays published', async () => {
  const { member, entitlementId, bookingId, mark } = await givenStartedSession()
  await mark('held')
  const path = `/api/bookings/${bookingId}/rating`
  expect((await member.send('PUT', path, newRating({ mayPublish: true }))).status).toBe(200)
  const before = await countLeft(app, member, entitlementId)

  const { status, body } = await mark('missed')
  expect([status, body.code]).toEqual([409, 'session-rated'])
  expect(body.message).toContain('The member has rated this session')
  expect(await app.rows('select state, is_forfeited from booking where id = $1', bookingId)).toEqual([
    { state: 'held', is_forfeited: false },
  ])
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1'])
  expect(await countLeft(app, member, entitlementId)).toEqual(before)
  expect(await app.rows('select may_publish from rating where booking_id = $1', bookingId)).toEqual([
    { may_publish: true },
  ])
  // Once the rating is deleted, the consultant can mark the session as missed again.
  await member.delete(path)
  expect((await mark('missed')).status).toBe(200)
})

test('concurrently rating a session and marking it as missed never leaves it both rated and missed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { member, bookingId, mark } = await givenStartedSession()
    await mark('held')
    await Promise.all([mark('missed'), member.send('PUT', `/api/bookings/${bookingId}/rating`, newRating())])
    const contradictions = await app.rows(
      "select 1 from rating join booking on booking.id = booking_id where booking_id = $1 and state <> 'held'",
      bookingId,
    )
    expect(contradictions).toEqual([])
  }
})
