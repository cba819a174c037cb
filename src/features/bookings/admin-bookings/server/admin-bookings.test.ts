import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant, setClockToMorning } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead, listLedgerLines } from '#tests/support/given/bookings.ts'
import { download } from '#tests/support/given/documents.ts'

const app = await startApp()
afterAll(app.close)
await setClockToMorning(app)
const staff = await app.quickMember('administrator')
const ada = await givenConsultant(app, { displayName: 'Ada' })
const grace = await givenConsultant(app, { displayName: 'Grace' })

const list = async (query = '') => (await staff.get(`/api/admin/bookings?${query}`)).body.data
const getRecord = async (id: string) => (await staff.get(`/api/admin/bookings/${id}`)).body.data
const listActions = (id: string) =>
  app.rows('select action, actor_id, reason, before, after from audit_entry where object_id = $1', id)

test("the admin calendar lists all consultants' sessions by start time, for a range of London days", async () => {
  const soonSession = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 3) })
  const laterSession = await givenBookedSession(app, {
    consultantId: grace.consultantId,
    startsAt: hoursAhead(app, 27),
  })
  const { items, today, from, until } = await list()
  expect(items.map(({ id }: { id: string }) => id)).toEqual([soonSession.bookingId, laterSession.bookingId])
  expect(items[0]).toMatchObject({
    member: { id: soonSession.member.id, name: 'Ada Lovelace' },
    consultant: { id: ada.consultantId, displayName: 'Ada' },
    state: 'booked',
  })
  expect(from).toBe(today)
  expect(new Date(until).getTime() - new Date(from).getTime()).toBe(7 * 86_400_000)

  const listIds = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id)
  expect(await listIds('days=1')).toEqual([soonSession.bookingId])
  expect(await listIds(`consultantId=${grace.consultantId}`)).toEqual([laterSession.bookingId])
  expect(await listIds('state=cancelled')).toEqual([])
  const firstPage = await list('limit=1')
  expect(await listIds(`limit=1&cursor=${firstPage.nextCursor}`)).toEqual([laterSession.bookingId])
  const file = await download(app, staff, `/api/admin/bookings.csv?consultantId=${ada.consultantId}`)
  expect(new TextDecoder().decode(file.bytes).split('\r\n')).toHaveLength(3)
})

test('cancelling as an administrator an hour before the start returns the session, notifies both sides and is audited', async () => {
  const { bookingId, member } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 1),
  })
  const { status, body } = await staff.post(`/api/admin/bookings/${bookingId}/cancellation`, {
    reason: 'The office is shut',
  })
  expect([status, body.data.state]).toEqual([200, 'cancelled'])
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'return 1'])
  await app.settle()
  expect(app.mails.filter(({ to, subject }) => to === member.person.email && /^Cancelled/.test(subject))).toHaveLength(
    1,
  )
  const [{ count }] = await app.rows(
    "select count(*)::int as count from notification where title = 'Session cancelled' and member_id = (select account_id from consultant where id = $1)",
    ada.consultantId,
  )
  expect(count).toBe(1)
  expect((await getRecord(bookingId)).log).toMatchObject([
    { happened: 'booked' },
    { happened: 'cancelled', by: 'administrator' },
    { happened: 'return', reason: 'The office is shut' },
    ...body.data.log.slice(3),
  ])
  expect(await listActions(bookingId)).toMatchObject([
    { action: 'booking.cancelled', actor_id: staff.id, reason: 'The office is shut', after: { state: 'cancelled' } },
  ])
  const repeated = await staff.post(`/api/admin/bookings/${bookingId}/cancellation`, { reason: 'Once more' })
  expect([repeated.status, repeated.body.code]).toEqual([409, 'booking-cancelled'])
})

test('an administrator can correct attendance after the consultant’s deadline and return the session', async () => {
  const { bookingId } = await givenBookedSession(app, {
    consultantId: grace.consultantId,
    startsAt: hoursAhead(app, 2),
  })
  const path = `/api/admin/bookings/${bookingId}`
  const held = { attendance: 'held', reason: 'They showed us the call' }
  expect((await staff.post(`${path}/attendance`, held)).body.code).toBe('not-started')
  app.clock.advance({ days: 1 })
  const consultant = await app.returning(grace)
  const missed = await consultant.post(`/api/consultant/bookings/${bookingId}/attendance`, { attendance: 'missed' })
  expect(missed.status).toBe(200)
  app.clock.advance({ days: 20 })

  const returningStaff = await app.returning(staff)
  const marked = await returningStaff.post(`${path}/attendance`, held)
  expect(marked.body.data).toMatchObject({
    state: 'held',
    isForfeited: false,
    canBeMarked: true,
    canBeReturned: true,
    canBeCancelled: false,
  })
  expect((await returningStaff.post(`${path}/return`, { reason: 'It broke off' })).status).toBe(200)
  expect((await returningStaff.get(path)).body.data).toMatchObject({
    isReturned: true,
    canBeMarked: false,
    canBeReturned: false,
  })
  expect((await returningStaff.post(`${path}/attendance`, held)).body.code).toBe('session-returned')
  expect((await listActions(bookingId)).map(({ action }) => action)).toEqual([
    'booking.attendance-marked',
    'booking.session-returned',
  ])
})
