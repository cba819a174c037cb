import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { pdf, uploadFile } from '#tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)

const address = '/api/consultant/bookings'

test('the agenda lists only the consultant’s own sessions, by start time', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const laterSession = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 72) })
  const startsAt = hoursAhead(app, 2)
  const soonerSession = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt })
  await givenBookedSession(app, { consultantId: beth.consultantId, startsAt: hoursAhead(app, 3) })

  const { status, body } = await ada.get(address)

  expect(status).toBe(200)
  expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([soonerSession.bookingId, laterSession.bookingId])
  expect(body.data.items[0]).toEqual({
    id: soonerSession.bookingId,
    memberName: 'Ada Lovelace',
    packageTitle: 'MY FUTURE WEEK',
    title: 'Initial consultation',
    minutes: 10,
    startsAt: startsAt.toISOString(),
    endsAt: expect.any(String),
    state: 'booked',
    place: 'online',
    phone: null,
    notes: 'My plans',
    canBeMarked: false,
  })
})

test('days are in the consultant’s time zone, and the range includes its first day but not its end', async () => {
  const ada = await givenConsultant(app, { timeZone: 'Australia/Sydney' })
  const { member, entitlementId } = await memberWithPackage(app)
  const bookAt = (startsAt: string) =>
    insertBooking(app, {
      consultantId: ada.consultantId,
      memberId: member.id,
      entitlementId,
      startsAt: new Date(startsAt),
    })
  // Sydney is at UTC+11 in January.
  await bookAt('2027-01-09T12:50:00Z')
  const [first, last] = [await bookAt('2027-01-09T13:00:00Z'), await bookAt('2027-01-10T12:50:00Z')]
  await bookAt('2027-01-10T13:00:00Z')
  const { body } = await ada.get(`${address}?from=2027-01-10&until=2027-01-11`)
  expect(body.data).toMatchObject({ timeZone: 'Australia/Sydney', from: '2027-01-10', until: '2027-01-11' })
  expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([first, last])
})

test('the agenda leaves out cancelled and reserved sessions', async () => {
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const booker = { memberId: member.id, entitlementId, consultantId: ada.consultantId }
  await insertBooking(app, { ...booker, startsAt: hoursAhead(app, 30), state: 'cancelled' })
  await insertBooking(app, { ...booker, startsAt: hoursAhead(app, 31), state: 'reserved' })
  expect((await ada.get(address)).body.data.items).toEqual([])
})

test('the agenda is paginated', async () => {
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const booker = { memberId: member.id, entitlementId, consultantId: ada.consultantId }
  const ids: string[] = []
  for (const hours of [1, 2, 3]) ids.push(await insertBooking(app, { ...booker, startsAt: hoursAhead(app, hours) }))
  const first = (await ada.get(`${address}?limit=2`)).body.data
  const second = (await ada.get(`${address}?limit=2&cursor=${first.nextCursor}`)).body.data
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
})

test.each([
  ['0 days', 0],
  ['-1 days', -1],
  ['32 days', 32],
])('rejects a range of %s because it has too many days', async (_, days) => {
  const ada = await givenConsultant(app)
  const { status, body } = await ada.get(`${address}?from=2026-03-02&until=${addDays('2026-03-02', days)}`)
  expect([status, body.code]).toEqual([400, 'too-many-days'])
})

test('by default, the week starts today in the consultant’s time zone', async () => {
  const ada = await givenConsultant(app, { timeZone: 'Pacific/Auckland' })
  const today = dayIn('Pacific/Auckland', app.clock.now().getTime())
  expect((await ada.get(address)).body.data).toMatchObject({ today, from: today, until: addDays(today, 7) })
})

test('a booking shows the sessions left and the member’s other sessions with this consultant, except cancelled ones', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const { member, entitlementId, bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 50),
  })
  const booker = { memberId: member.id, entitlementId, consultantId: ada.consultantId }
  const missed = await insertBooking(app, { ...booker, startsAt: hoursAhead(app, 40), state: 'missed' })
  await insertBooking(app, { ...booker, startsAt: hoursAhead(app, 41), state: 'cancelled' })
  await insertBooking(app, { ...booker, startsAt: hoursAhead(app, 60), consultantId: beth.consultantId })

  const { status, body } = await ada.get(`${address}/${bookingId}`)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    booking: { id: bookingId, notes: 'My plans' },
    meetingUrl: 'https://meet.example.org/ada',
    memberTimeZone: 'Europe/London',
    packages: [{ packageTitle: 'MY FUTURE WEEK', sessions: [{ left: 0 }, { left: 1 }] }],
  })
  expect(body.data.others.map(({ id }: { id: string }) => id)).toEqual([missed])
  expect(JSON.stringify(body)).not.toContain(member.person.email)
})

test('a booking does not show the member’s packages for services that the consultant does not offer', async () => {
  const ada = await givenConsultant(app, { services: ['MY_FUTURE'] })
  const { bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 80),
  })
  await app.rows("update consultant set services = '{BIZ_FUTURE}' where id = $1", ada.consultantId)
  expect((await ada.get(`${address}/${bookingId}`)).body.data.packages).toEqual([])
})

test('reading, marking or adding a note to another consultant’s booking responds with 404', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const { bookingId } = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 90) })
  const calls = [
    await beth.get(`${address}/${bookingId}`),
    await beth.get(`${address}/${bookingId}/notes`),
    await beth.post(`${address}/${bookingId}/notes`, { text: 'Hello', isShared: true }),
    await beth.post(`${address}/${bookingId}/attendance`, { attendance: 'held' }),
  ]
  for (const { status, body } of calls) expect([status, body.code]).toEqual([404, 'booking-not-found'])
})

test('a consultant whose only session with a member is cancelled loses access to all of the session’s data', async () => {
  const ada = await givenConsultant(app)
  const { member, bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 100),
  })
  const added = await uploadFile(member, `/api/bookings/${bookingId}/files`, pdf, 'plans.pdf')
  const [{ id: fileId }] = added.body.data.files
  await ada.post(`${address}/${bookingId}/notes`, { text: 'Of Ada', isShared: false })
  const reads = () =>
    Promise.all(
      ['', '/notes', '/files', `/files/${fileId}`].map((suffix) => ada.get(`${address}/${bookingId}${suffix}`)),
    )
  expect((await reads()).map(({ status }) => status)).toEqual([200, 200, 200, 200])

  await member.post(`/api/bookings/${bookingId}/cancellation`, { outcome: 'returned' })
  expect((await reads()).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const noteAnswer = await ada.post(`${address}/${bookingId}/notes`, { text: 'More', isShared: true })
  const markAnswer = await ada.post(`${address}/${bookingId}/attendance`, { attendance: 'held' })
  for (const { status, body } of [noteAnswer, markAnswer])
    expect([status, body.code]).toEqual([404, 'booking-not-found'])
})

test('rejects days outside the range the calendar supports', async () => {
  const ada = await givenConsultant(app)
  for (const query of ['from=9999-12-31', 'from=9999-12-28', 'until=9999-12-31', 'from=0000-01-01'])
    expect([query, (await ada.get(`${address}?${query}`)).status]).toEqual([query, 400])
})
