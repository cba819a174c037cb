import { afterAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { breakWrites } from '../../../../../tests/support/app/break-writes.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import {
  givenBookableConsultant,
  grantPackage,
  insertBooking,
} from '../../../../../tests/support/given/bookable-consultants.ts'
import { givenBookedSession } from '../../../../../tests/support/given/booked-sessions.ts'
import { hoursAhead } from '../../../../../tests/support/given/bookings.ts'
import { emailsTo, notificationTitles as titlesOf } from '../../../../../tests/support/given/received-emails.ts'
import { sendSessionReminders } from './session-reminders.ts'

const app = await startApp()
afterAll(app.close)

/** A session that begins in this many hours. */
async function givenSession(hours: number, minutes = 0) {
  const member = await app.quickMember()
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const entitlementId = await grantPackage(app, member.id)
  const startsAt = new Date(app.clock.now().getTime() + hours * HOUR_MS + minutes * MINUTE_MS)
  const id = await insertBooking(app, { consultantId: consultant.id, memberId: member.id, entitlementId, startsAt })
  return { member, consultant, id, startsAt }
}

/** A session booked by its member, in this many hours, with functions that change it. */
async function givenBooked(hours: number) {
  const consultant = await givenBookableConsultant(app)
  const startsAt = hoursAhead(app, hours)
  const { member, bookingId } = await givenBookedSession(app, { consultantId: consultant.id, startsAt })
  const change = async (path: string, sent: object) => {
    // The login may have expired since.
    const returned = await app.returning(member)
    expect((await returned.post(`/api/bookings/${bookingId}/${path}`, sent)).status).toBe(200)
  }
  const move = (toHours: number) =>
    change('time', { startsAt: hoursAhead(app, toHours).toISOString(), consultantId: null })
  return { member, consultant, id: bookingId, change, move }
}

const remind = () => app.run('send-session-reminders')
const letters = async (member: { person: { email: string } }) =>
  (await emailsTo(app, member.person.email, 'Your session is')).map(({ subject }) => subject)
const bellOf = (id: string) => titlesOf(app, id, 'Your session is')

test('member and consultant are reminded 24 hours and one hour before, each once', async () => {
  const { member, consultant, id } = await givenSession(24, 1)
  await remind()
  expect(await letters(member)).toEqual([])

  app.clock.advance({ minutes: 1 })
  await remind()
  await remind()
  expect(await letters(member)).toEqual(['Your session is within 24 hours: A session'])

  app.clock.advance({ hours: 22, minutes: 59 })
  await remind()
  expect(await letters(member)).toHaveLength(1)
  app.clock.advance({ minutes: 1 })
  await remind()
  await remind()
  expect(await letters(member)).toEqual([
    'Your session is within 24 hours: A session',
    'Your session is within the hour: A session',
  ])
  expect((await bellOf(member.id)).sort()).toEqual([
    'Your session is within 24 hours',
    'Your session is within the hour',
  ])
  expect(await bellOf(consultant.accountId)).toHaveLength(2)
  const reasons = await app.rows("select reason from email where reason like 'session-reminder:%' order by 1")
  expect(reasons).toEqual([{ reason: `session-reminder:${id}:0:1h` }, { reason: `session-reminder:${id}:0:24h` }])
})

test('a reminder shows the time in the member’s zone and London’s, and the consultant', async () => {
  const { member, startsAt } = await givenSession(30)
  await app.rows("update account set time_zone = 'Asia/Karachi' where id = $1", member.id)
  app.clock.advance({ hours: 6 })
  await remind()
  const [mail] = await emailsTo(app, member.person.email, 'Your session is')
  const time = formatTimeWithZone(startsAt, 'Asia/Karachi', 'Europe/London')
  expect(time).toMatch(/^\w+day \d+ \w+ \d{4} at \d\d:\d\d \(Karachi time; .*London time\)$/)
  expect(mail?.text).toContain(`When: ${time}`)
  const [bell] = await app.rows(
    'select text from notification where member_id = $1 and reason like $2',
    member.id,
    'session-reminder:%',
  )
  expect(bell.text).toBe(`A session with Grace Hopper, ${time}`)
  expect(mail?.text).toContain('With: Grace Hopper')
})

test('a late run sends only the one-hour reminder, and none for sessions that have begun', async () => {
  const { member } = await givenSession(30)
  const { member: other } = await givenSession(29)
  app.clock.advance({ hours: 29, minutes: 30 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within the hour: A session'])
  expect(await letters(other)).toEqual([])
})

test('a session booked less than 24 hours ahead has only the one-hour reminder', async () => {
  const { member } = await givenSession(23)
  await remind()
  expect(await letters(member)).toEqual([])
  app.clock.advance({ hours: 22 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within the hour: A session'])
})

test('a cancelled session has no reminders', async () => {
  const { member, consultant, id } = await givenSession(30)
  await app.rows(
    "update booking set state = 'cancelled', cancelled_at = now(), cancelled_by = 'member' where id = $1",
    id,
  )
  app.clock.advance({ hours: 29, minutes: 30 })
  await remind()
  expect([await letters(member), await bellOf(consultant.accountId)]).toEqual([[], []])
})

test('a moved session has reminders for its new time only', async () => {
  const { member, id, startsAt } = await givenSession(48)
  const later = new Date(startsAt.getTime() + 24 * HOUR_MS)
  await app.rows(
    `update booking set starts_at = $2, ends_at = $2::timestamptz + interval '10 minutes', moved_at = $3,
       occupied = tstzrange($2, $2::timestamptz + interval '10 minutes'), sequence = 1 where id = $1`,
    id,
    later,
    app.clock.now(),
  )
  app.clock.advance({ hours: 24 })
  await remind()
  expect(await letters(member)).toEqual([])
  app.clock.advance({ hours: 24 })
  await remind()
  expect(await letters(member)).toHaveLength(1)
})

test('cancelling withdraws pending reminder emails and notifications', async () => {
  const { member, consultant, id, change } = await givenBooked(30)
  await app.settle()
  app.clock.advance({ hours: 10 })
  await sendSessionReminders(app.context)
  const told = async () =>
    (await app.rows('select member_id from notification where reason like $1', `session-reminder:${id}:%`))
      .map(({ member_id: accountId }) => accountId)
      .sort()
  expect(await told()).toEqual([member.id, consultant.accountId].sort())

  await change('cancellation', { outcome: 'forfeited' })
  expect(await letters(member)).toEqual([])
  expect(await told()).toEqual([])
})

test('moving a session replaces its reminders', async () => {
  const { member, move } = await givenBooked(50)
  await move(90)
  app.clock.advance({ hours: 40 })
  await remind()
  expect(await letters(member)).toEqual([])
  app.clock.advance({ hours: 28 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within 24 hours: Initial consultation'])
})

test('a session moved to within 24 hours has no 24-hour reminder', async () => {
  const { member, move } = await givenBooked(50)
  app.clock.advance({ hours: 15 })
  await move(20)
  await remind()
  expect(await letters(member)).toEqual([])
})

test('a member without session emails is reminded by the bell only', async () => {
  const { member } = await givenSession(30)
  await member.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'sessions', channel: 'email', isOn: false }],
  })
  app.clock.advance({ hours: 6 })
  await remind()
  expect(await letters(member)).toEqual([])
  expect(await bellOf(member.id)).toEqual(['Your session is within 24 hours'])
})

test('concurrent runs send each reminder once', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 6 })
  await Promise.all([1, 2, 3].map(() => sendSessionReminders(app.context)))
  expect(await letters(member)).toHaveLength(1)
  expect(await bellOf(member.id)).toHaveLength(1)
})

test('a reminder email still unsent at the start of the session is dropped', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 29, minutes: 30 })
  await sendSessionReminders(app.context)
  app.clock.advance({ minutes: 31 })
  expect(await letters(member)).toEqual([])
})

test.each([
  ['was disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no consultant any more', "update account set role = 'member' where id = $1"],
  ['has no entry any more', 'delete from consultant where account_id = $1'],
])('sessions of a consultant who %s have no reminders, because they will be cancelled', async (_, leave) => {
  const { member, consultant } = await givenSession(30)
  await app.rows(leave, consultant.accountId)
  app.clock.advance({ hours: 6 })
  await remind()
  app.clock.advance({ hours: 23, minutes: 30 })
  await remind()
  expect([await letters(member), await bellOf(member.id), await bellOf(consultant.accountId)]).toEqual([[], [], []])
})

test('a failed reminder does not block the others', async () => {
  const first = await givenSession(24, 1)
  const second = await givenSession(24, 1)
  app.clock.advance({ minutes: 2 })
  {
    await using _ = await breakWrites(app, 'notification', `new.member_id = '${first.member.id}'`)
    await expect(sendSessionReminders(app.context)).rejects.toThrow('could not be reminded of')
  }
  expect([await letters(first.member), await letters(second.member)]).toEqual([
    [],
    ['Your session is within 24 hours: A session'],
  ])
  expect(app.logLines.join('')).toContain(first.id)
})
