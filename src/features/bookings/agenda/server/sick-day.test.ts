import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant, setClockToMorning } from '#tests/support/given/booked-sessions.ts'
import {
  book,
  countLeft,
  hoursAhead,
  listLedgerLines,
  memberWithPackage,
  reserve,
} from '#tests/support/given/bookings.ts'
import { insertConsultant } from '#tests/support/given/consultants.ts'

const address = '/api/consultant/sick-day'

/** A consultant at 08:00, with two sessions today and one tomorrow. */
async function openDay() {
  const app = await startApp()
  await setClockToMorning(app)
  const ada = await givenConsultant(app)
  const { consultantId } = ada
  const [first, second, tomorrow] = [
    await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 1) }),
    await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 5) }),
    await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 24) }),
  ] as const
  await app.settle()
  app.mails.length = 0
  return { app, ada, first, second, tomorrow, [Symbol.asyncDispose]: app.close }
}

test('the sick day preview lists today’s sessions and cancels nothing', async () => {
  await using day = await openDay()
  const { body } = await day.ada.get(address)
  expect(body.data.timeZone).toBe('Europe/London')
  expect(body.data.sessions.map(({ id, memberName }: { id: string; memberName: string }) => [id, memberName])).toEqual([
    [day.first.bookingId, 'Ada Lovelace'],
    [day.second.bookingId, 'Ada Lovelace'],
  ])
  expect((await day.ada.get('/api/consultant/bookings')).body.data.items).toHaveLength(3)
})

test('a sick day cancels and returns the remaining sessions, emails each member and queues offers for the slots', async () => {
  await using day = await openDay()
  const { app, ada, first, second, tomorrow } = day
  const listOfferJobs = () =>
    app.rows("select 1 from pgboss.job where name = 'offer-waitlist-slots' and state = 'created'")
  expect(await listOfferJobs()).toEqual([])
  const { status, body } = await ada.post(address, { sessions: 2 })
  expect([status, body.data]).toEqual([200, { cancelled: 2 }])
  expect(await listOfferJobs()).toHaveLength(1)

  for (const { member, entitlementId, bookingId } of [first, second]) {
    expect((await member.get(`/api/bookings/${bookingId}`)).body.data).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'consultant',
      isForfeited: false,
    })
    expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'return 1'])
    const reasons = await app.rows(
      "select reason from entitlement_entry where cause_id = $1 and kind = 'return'",
      bookingId,
    )
    expect(reasons).toEqual([{ reason: 'The consultant was ill' }])
    const { page, ledger } = await countLeft(app, member, entitlementId)
    expect(page).toMatchObject({ 'initial-consultation': 1 })
    expect(ledger).toEqual(page)
    const notifications = await app.rows(
      "select title from notification where member_id = $1 and title = 'Session cancelled'",
      member.id,
    )
    expect(notifications).toHaveLength(1)
  }
  await app.settle()
  expect(app.mails.map(({ to }) => to).sort()).toEqual([first, second].map(({ member }) => member.person.email).sort())
  expect(app.mails[0]?.text).toContain('We’re sorry, but we’ve had to cancel your session.')
  expect(app.mails[0]?.text).toContain('/portal/bookings/new?entitlement=')

  expect((await tomorrow.member.get(`/api/bookings/${tomorrow.bookingId}`)).body.data.state).toBe('booked')
})

test('a sick day blocks the rest of the day, including slots already reserved', async () => {
  await using day = await openDay()
  const { app, ada } = day
  const { member, entitlementId } = await memberWithPackage(app)
  const startsAt = hoursAhead(app, 3)
  expect((await reserve(member, { entitlementId, startsAt, consultantId: ada.consultantId })).status).toBe(200)
  await ada.post(address, { sessions: 2 })
  const choice = { entitlementId, lineKey: 'initial-consultation', consultantId: ada.consultantId, startsAt }
  const { status, body } = await member.post('/api/bookings', { ...choice, place: 'online', phone: null, notes: null })
  expect([status, body.code]).toEqual([409, 'slot-taken'])
})

test('rejects a sick day if the sessions have changed since the preview', async () => {
  await using day = await openDay()
  const { status, body } = await day.ada.post(address, { sessions: 1 })
  expect([status, body.code]).toEqual([409, 'sessions-changed'])
  expect((await day.ada.get(address)).body.data.sessions).toHaveLength(2)
  expect((await day.ada.get('/api/consultant/availability')).body.data.availability.daysOff).toEqual([])
})

test('a sick day does not cancel a session that has already started', async () => {
  await using day = await openDay()
  day.app.clock.advance({ hours: 3 })
  const [ada, member] = [await day.app.returning(day.ada), await day.app.returning(day.first.member)]
  expect((await ada.post(address, { sessions: 1 })).body.data).toEqual({ cancelled: 1 })
  expect((await member.get(`/api/bookings/${day.first.bookingId}`)).body.data.state).toBe('booked')
})

test('pressing the button twice reports only one sick day', async () => {
  await using day = await openDay()
  const answers = await Promise.all([day.ada.post(address, { sessions: 2 }), day.ada.post(address, { sessions: 2 })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await listLedgerLines(day.app, day.first.bookingId)).toEqual(['use -1', 'return 1'])
  expect((await day.ada.post(address, { sessions: 0 })).body.data).toEqual({ cancelled: 0 })
})

test('a consultant without availability can report a sick day', async () => {
  await using app = await startApp()
  const { accountId } = await insertConsultant(app)
  const consultant = await app.returning({ id: accountId })
  const { status, body } = await consultant.post(address, { sessions: 0 })
  expect([status, body.data]).toEqual([200, { cancelled: 0 }])
})

test('availability loaded before the sick day cannot be saved, but availability loaded after it can', async () => {
  await using app = await startApp()
  await setClockToMorning(app)
  const ada = await givenConsultant(app)
  const availabilityPath = '/api/consultant/availability'
  const { availability } = (await ada.get(availabilityPath)).body.data
  expect((await ada.post(address, { sessions: 0 })).status).toBe(200)
  const stale = await ada.send('PUT', availabilityPath, { ...availability, bufferMinutes: 5 })
  expect([stale.status, stale.body.code]).toEqual([409, 'availability-changed'])
  const { member, entitlementId } = await memberWithPackage(app)
  const choice = { entitlementId, startsAt: hoursAhead(app, 3), consultantId: ada.consultantId }
  expect((await book(member, choice)).body.code).toBe('slot-taken')

  const reloaded = (await ada.get(availabilityPath)).body.data
  expect(reloaded.availability.daysOff).toEqual([{ day: reloaded.today, reason: 'Ill' }])
  expect((await ada.send('PUT', availabilityPath, { ...reloaded.availability, daysOff: [] })).status).toBe(200)
  expect((await book(member, choice)).status).toBe(200)
})
