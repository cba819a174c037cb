import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { breakWrites } from '#tests/support/app/break-writes.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { changeSession, givenBookedSession } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo, notificationTitles as titlesOf } from '#tests/support/given/received-emails.ts'
import { sendSessionReminders } from './session-reminders.ts'

const app = await startApp()
afterAll(app.close)

/** A session that starts this many hours from now. */
async function givenSession(hours: number) {
  const member = await app.quickMember()
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const entitlementId = await grantPackage(app, member.id)
  const startsAt = new Date(app.clock.now().getTime() + hours * HOUR_MS)
  const id = await insertBooking(app, { consultantId: consultant.id, memberId: member.id, entitlementId, startsAt })
  return { member, consultant, id, startsAt }
}

/** A session, booked by its member, that starts this many hours from now. */
async function givenMemberBooking(hours: number) {
  const consultant = await givenBookableConsultant(app)
  const startsAt = hoursAhead(app, hours)
  return { ...(await givenBookedSession(app, { consultantId: consultant.id, startsAt })), consultant }
}

const runReminders = () => app.run('send-session-reminders')
const listEmailSubjects = async (member: { person: { email: string } }) =>
  (await emailsTo(app, member.person.email))
    .map(({ subject }) => /^(?:Reminder|Starting soon): [^,]+/.exec(subject)?.[0])
    .filter(Boolean)
const listBellTitles = (id: string) => titlesOf(app, id, 'Your session starts')

test('the member and the consultant are each reminded once 24 hours before and once an hour before', async () => {
  const { member, consultant, id } = await givenSession(30)
  app.clock.advance({ hours: 6 })
  await runReminders()
  await runReminders()
  expect(await listEmailSubjects(member)).toEqual(['Reminder: A session'])

  app.clock.advance({ hours: 23 })
  await runReminders()
  await runReminders()
  expect(await listEmailSubjects(member)).toEqual(['Reminder: A session', 'Starting soon: A session'])
  expect((await listBellTitles(member.id)).sort()).toEqual([
    'Your session starts within 24 hours',
    'Your session starts within the hour',
  ])
  expect(await listBellTitles(consultant.accountId)).toHaveLength(2)
  const reasons = await app.rows("select reason from email where reason like 'session-reminder:%' order by 1")
  expect(reasons).toEqual([{ reason: `session-reminder:${id}:0:1h` }, { reason: `session-reminder:${id}:0:24h` }])
})

test('a reminder shows the consultant, and the time in the member’s time zone and London’s', async () => {
  const { member, startsAt } = await givenSession(30)
  await app.rows("update account set time_zone = 'Asia/Karachi' where id = $1", member.id)
  app.clock.advance({ hours: 6 })
  await runReminders()
  const [email] = await emailsTo(app, member.person.email, 'Reminder: ')
  const time = formatTimeWithZone(startsAt, 'Asia/Karachi', 'Europe/London')
  expect(time).toMatch(/^\w+day \d+ \w+ \d{4} at \d\d:\d\d \(Karachi time; .*London time\)$/)
  expect(email?.text).toContain(`When: ${time}`)
  const [notification] = await app.rows(
    'select text from notification where member_id = $1 and reason like $2',
    member.id,
    'session-reminder:%',
  )
  expect(notification.text).toBe(`A session with Grace Hopper, ${time}`)
  expect(email?.text).toContain('With: Grace Hopper')
})

test('cancelling withdraws pending reminder emails and notifications and stops further reminders', async () => {
  const session = await givenMemberBooking(30)
  const { member, consultant, bookingId } = session
  await app.settle()
  app.clock.advance({ hours: 10 })
  await sendSessionReminders(app.context)
  const listNotifiedAccounts = async () =>
    (await app.rows('select member_id from notification where reason like $1', `session-reminder:${bookingId}:%`))
      .map(({ member_id: accountId }) => accountId)
      .sort()
  expect(await listNotifiedAccounts()).toEqual([member.id, consultant.accountId].sort())

  await changeSession(app, session, 'forfeited')
  app.clock.advance({ hours: 19, minutes: 30 })
  await runReminders()
  expect([await listEmailSubjects(member), await listNotifiedAccounts()]).toEqual([[], []])
})

test('moving a session replaces its reminders', async () => {
  const session = await givenMemberBooking(50)
  await changeSession(app, session, { startsAt: hoursAhead(app, 90) })
  app.clock.advance({ hours: 40 })
  await runReminders()
  expect(await listEmailSubjects(session.member)).toEqual([])
  app.clock.advance({ hours: 28 })
  await runReminders()
  expect(await listEmailSubjects(session.member)).toEqual(['Reminder: Initial consultation'])
})

test('a session moved to less than 24 hours from now gets no 24-hour reminder', async () => {
  const session = await givenMemberBooking(50)
  app.clock.advance({ hours: 15 })
  await changeSession(app, session, { startsAt: hoursAhead(app, 20) })
  await runReminders()
  expect(await listEmailSubjects(session.member)).toEqual([])
})

test('a member who has turned off session emails is reminded only in the portal', async () => {
  const { member } = await givenSession(30)
  await member.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'sessions', channel: 'email', isOn: false }],
  })
  app.clock.advance({ hours: 6 })
  await runReminders()
  expect(await listEmailSubjects(member)).toEqual([])
  expect(await listBellTitles(member.id)).toEqual(['Your session starts within 24 hours'])
})

test('jobs running at the same time send each reminder only once', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 6 })
  await Promise.all([1, 2, 3].map(() => sendSessionReminders(app.context)))
  expect(await listEmailSubjects(member)).toHaveLength(1)
  expect(await listBellTitles(member.id)).toHaveLength(1)
})

test('a reminder email that has not been sent when the session starts is dropped', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 29, minutes: 30 })
  await sendSessionReminders(app.context)
  app.clock.advance({ minutes: 31 })
  expect(await listEmailSubjects(member)).toEqual([])
})

test.each([
  ['was disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no longer a consultant', "update account set role = 'member' where id = $1"],
  ['no longer has a profile', 'delete from consultant where account_id = $1'],
])('no reminders are sent for sessions with a consultant who %s, because they will be cancelled', async (_, change) => {
  const { member, consultant } = await givenSession(30)
  await app.rows(change, consultant.accountId)
  app.clock.advance({ hours: 6 })
  await runReminders()
  app.clock.advance({ hours: 23, minutes: 30 })
  await runReminders()
  expect([
    await listEmailSubjects(member),
    await listBellTitles(member.id),
    await listBellTitles(consultant.accountId),
  ]).toEqual([[], [], []])
})

test('a failed reminder does not hold up the others', async () => {
  const first = await givenSession(30)
  const second = await givenSession(30)
  app.clock.advance({ hours: 6 })
  {
    await using _ = await breakWrites(app, 'notification', `new.member_id = '${first.member.id}'`)
    await expect(sendSessionReminders(app.context)).rejects.toThrow('could not be sent')
  }
  expect([await listEmailSubjects(first.member), await listEmailSubjects(second.member)]).toEqual([
    [],
    ['Reminder: A session'],
  ])
  expect(app.logLines.join('')).toContain(first.id)
})
