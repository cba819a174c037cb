import { afterAll, expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { dayIn } from '#platform/shared/zone-days.ts'
import { insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { hoursAhead, memberWithPackage } from '../../../../tests/support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../../../../tests/support/consulting.ts'
import { pdf, uploadFile } from '../../../../tests/support/files.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

const address = '/api/consultant/bookings'

test('a consultant reads their own sessions of a week in order, and nobody else’s', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const later = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 72) })
  const startsAt = hoursAhead(app, 2)
  const sooner = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt })
  await givenBookedSession(app, { consultantId: beth.consultantId, startsAt: hoursAhead(app, 3) })

  const { status, body } = await ada.get(address)

  expect(status).toBe(200)
  expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([sooner.bookingId, later.bookingId])
  expect(body.data.items[0]).toEqual({
    id: sooner.bookingId,
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

test('days are those of the consultant’s own calendar, from the first to before the last', async () => {
  const ada = await givenConsultant(app, { timeZone: 'Australia/Sydney' })
  const { member, entitlementId } = await memberWithPackage(app)
  const at = (startsAt: string) =>
    insertBooking(app, {
      consultantId: ada.consultantId,
      memberId: member.id,
      entitlementId,
      startsAt: new Date(startsAt),
    })
  // In Sydney it is eleven hours later than in UTC then.
  await at('2027-01-09T12:50:00Z')
  const [first, last] = [await at('2027-01-09T13:00:00Z'), await at('2027-01-10T12:50:00Z')]
  await at('2027-01-10T13:00:00Z')
  const { body } = await ada.get(`${address}?from=2027-01-10&until=2027-01-11`)
  expect(body.data).toMatchObject({ timeZone: 'Australia/Sydney', from: '2027-01-10', until: '2027-01-11' })
  expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([first, last])
})

test('what is cancelled, or only kept for some minutes, is not in the agenda', async () => {
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  for (const [hours, state] of [
    [30, 'cancelled'],
    [31, 'reserved'],
  ] as const) {
    const startsAt = hoursAhead(app, hours)
    await insertBooking(app, { consultantId: ada.consultantId, memberId: member.id, entitlementId, startsAt, state })
  }
  expect((await ada.get(address)).body.data.items).toEqual([])
})

test('a full agenda comes page by page', async () => {
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const ids: string[] = []
  for (const hours of [1, 2, 3]) {
    const startsAt = hoursAhead(app, hours)
    ids.push(await insertBooking(app, { consultantId: ada.consultantId, memberId: member.id, entitlementId, startsAt }))
  }
  const first = (await ada.get(`${address}?limit=2`)).body.data
  const second = (await ada.get(`${address}?limit=2&cursor=${first.nextCursor}`)).body.data
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
})

test.each([
  ['no day', 0],
  ['a day backwards', -1],
  ['32 days', 32],
])('%s at once is refused with the limit', async (_, days) => {
  const ada = await givenConsultant(app)
  const { status, body } = await ada.get(`${address}?from=2026-03-02&until=${addDays('2026-03-02', days)}`)
  expect([status, body.code]).toEqual([400, 'too-many-days'])
})

test('without days asked for, the week begins today by the consultant’s calendar', async () => {
  const ada = await givenConsultant(app, { timeZone: 'Pacific/Auckland' })
  const today = dayIn('Pacific/Auckland', app.clock.now().getTime())
  expect((await ada.get(address)).body.data).toMatchObject({ today, from: today, until: addDays(today, 7) })
})

test('the file of a member shows what is left of their packages, and their other sessions with this consultant alone', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const { member, entitlementId, bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 50),
  })
  const of = { memberId: member.id, entitlementId }
  const before = await insertBooking(app, { ...of, consultantId: ada.consultantId, startsAt: hoursAhead(app, 40) })
  await insertBooking(app, { ...of, consultantId: beth.consultantId, startsAt: hoursAhead(app, 60) })

  const { status, body } = await ada.get(`${address}/${bookingId}`)

  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    booking: { id: bookingId, notes: 'My plans' },
    meetingUrl: 'https://meet.example.org/ada',
    memberTimeZone: 'Europe/London',
    packages: [{ packageTitle: 'MY FUTURE WEEK', sessions: [{ left: 0 }, { left: 1 }] }],
  })
  expect(body.data.others.map(({ id }: { id: string }) => id)).toEqual([before])
  expect(JSON.stringify(body)).not.toContain(member.person.email)
})

test('packages of services that are not theirs are nothing to a consultant', async () => {
  const ada = await givenConsultant(app, { services: ['MY_FUTURE'] })
  const { bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 80),
  })
  await app.rows("update consultant set services = '{BIZ_FUTURE}' where id = $1", ada.consultantId)
  expect((await ada.get(`${address}/${bookingId}`)).body.data.packages).toEqual([])
})

test('a session of another consultant, and with it its member, is not there', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const { bookingId } = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 90) })
  const calls = [
    await beth.get(`${address}/${bookingId}`),
    await beth.get(`${address}/${bookingId}/notes`),
    await beth.post(`${address}/${bookingId}/notes`, { text: 'Hello', isShared: true }),
    await beth.post(`${address}/${bookingId}/mark`, { mark: 'held' }),
  ]
  for (const { status, body } of calls) expect([status, body.code]).toEqual([404, 'booking-not-found'])
})

test('of whoever has only cancelled sessions with them a consultant keeps nothing: no file, phone, notes or files', async () => {
  const ada = await givenConsultant(app)
  const { member, bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 100),
  })
  const added = await uploadFile(member, `/api/bookings/${bookingId}/files`, pdf, 'plans.pdf')
  const [{ id: fileId }] = added.body.data.files
  await ada.post(`${address}/${bookingId}/notes`, { text: 'Of Ada', isShared: false })
  const reads = () =>
    Promise.all(['', '/notes', '/files', `/files/${fileId}`].map((part) => ada.get(`${address}/${bookingId}${part}`)))
  expect((await reads()).map(({ status }) => status)).toEqual([200, 200, 200, 200])

  await member.post(`/api/bookings/${bookingId}/cancellation`, { outcome: 'returned' })
  expect((await reads()).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const write = await ada.post(`${address}/${bookingId}/notes`, { text: 'More', isShared: true })
  const mark = await ada.post(`${address}/${bookingId}/mark`, { mark: 'held' })
  for (const { status, body } of [write, mark]) expect([status, body.code]).toEqual([404, 'booking-not-found'])
})

test('in the file of somebody whom they serve a cancelled session is not shown', async () => {
  const ada = await givenConsultant(app)
  const { member, entitlementId, bookingId } = await givenBookedSession(app, {
    consultantId: ada.consultantId,
    startsAt: hoursAhead(app, 110),
  })
  const of = { memberId: member.id, entitlementId, consultantId: ada.consultantId }
  await insertBooking(app, { ...of, startsAt: hoursAhead(app, 111), state: 'cancelled' })
  const missed = await insertBooking(app, { ...of, startsAt: hoursAhead(app, 112), state: 'missed' })
  const { others } = (await ada.get(`${address}/${bookingId}`)).body.data
  expect(others.map(({ id }: { id: string }) => id)).toEqual([missed])
})

test('days that no calendar here goes to are refused', async () => {
  const ada = await givenConsultant(app)
  for (const query of ['from=9999-12-31', 'from=9999-12-28', 'until=9999-12-31', 'from=0000-01-01'])
    expect([query, (await ada.get(`${address}?${query}`)).status]).toEqual([query, 400])
})
