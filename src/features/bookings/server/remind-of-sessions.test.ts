import { afterAll, expect, test } from 'vitest'
import { momentInWords } from '#platform/shared/local-time.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { hoursAhead } from '../../../../tests/support/bookings.ts'
import { breakWrites } from '../../../../tests/support/break-writes.ts'
import { givenBookedSession } from '../../../../tests/support/consulting.ts'
import { mailsTo, bellOf as titlesOf } from '../../../../tests/support/letters.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { remindOfSessions } from './public.ts'

const app = await startApp()
afterAll(app.close)

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A session that begins so many hours from now. */
async function givenSession(hours: number, minutes = 0) {
  const member = await app.quickMember()
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const entitlementId = await grantPackage(app, member.id)
  const startsAt = new Date(app.clock.now().getTime() + hours * HOUR + minutes * MINUTE)
  const id = await insertBooking(app, { consultantId: consultant.id, memberId: member.id, entitlementId, startsAt })
  return { member, consultant, id, startsAt }
}

/** A session that its member has booked, in so many hours, and how they change it. */
async function givenBooked(hours: number) {
  const consultant = await givenBookableConsultant(app)
  const startsAt = hoursAhead(app, hours)
  const { member, bookingId } = await givenBookedSession(app, { consultantId: consultant.id, startsAt })
  const change = async (path: string, sent: object) => {
    // The session in which they booked may have ended since.
    const returned = await app.returning(member)
    expect((await returned.post(`/api/bookings/${bookingId}/${path}`, sent)).status).toBe(200)
  }
  const move = (toHours: number) =>
    change('time', { startsAt: hoursAhead(app, toHours).toISOString(), consultantId: null })
  return { member, consultant, id: bookingId, change, move }
}

const remind = () => app.run('remind-of-sessions')
const letters = async (member: { person: { email: string } }) =>
  (await mailsTo(app, member.person.email, 'Your session is')).map(({ subject }) => subject)
const bellOf = (id: string) => titlesOf(app, id, 'Your session is')

test('both sides are reminded a day before and an hour before, the member also by mail, each once', async () => {
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
  const reasons = await app.rows("select reason from mail where reason like 'session-reminder:%' order by 1")
  expect(reasons).toEqual([{ reason: `session-reminder:${id}:0:1h` }, { reason: `session-reminder:${id}:0:24h` }])
})

test('a reminder says when by the clocks of the member and of London, and with whom', async () => {
  const { member, startsAt } = await givenSession(30)
  await app.rows("update account set time_zone = 'Asia/Karachi' where id = $1", member.id)
  app.clock.advance({ hours: 6 })
  await remind()
  const [mail] = await mailsTo(app, member.person.email, 'Your session is')
  const time = momentInWords(startsAt, 'Asia/Karachi', 'Europe/London')
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

test('work that was done late reminds of the hour alone, and never of what has begun', async () => {
  const { member } = await givenSession(30)
  const { member: other } = await givenSession(29)
  app.clock.advance({ hours: 29, minutes: 30 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within the hour: A session'])
  expect(await letters(other)).toEqual([])
})

test('a session that is booked for tomorrow morning has no reminder of the day', async () => {
  const { member } = await givenSession(23)
  await remind()
  expect(await letters(member)).toEqual([])
  app.clock.advance({ hours: 22 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within the hour: A session'])
})

test('of a cancelled session nobody is reminded', async () => {
  const { member, consultant, id } = await givenSession(30)
  await app.rows(
    "update booking set state = 'cancelled', cancelled_at = now(), cancelled_by = 'member' where id = $1",
    id,
  )
  app.clock.advance({ hours: 29, minutes: 30 })
  await remind()
  expect([await letters(member), await bellOf(consultant.accountId)]).toEqual([[], []])
})

test('of a moved session its people are reminded at its new time, and not at the old one', async () => {
  const { member, id, startsAt } = await givenSession(48)
  const later = new Date(startsAt.getTime() + 24 * HOUR)
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

test('whoever cancels is not reminded afterwards, neither by a letter that waits nor by the bell', async () => {
  const { member, consultant, id, change } = await givenBooked(30)
  await app.settle()
  app.clock.advance({ hours: 10 })
  await remindOfSessions(app.context)
  const told = async () =>
    (await app.rows('select member_id from notification where reason like $1', `session-reminder:${id}:%`))
      .map(({ member_id: accountId }) => accountId)
      .sort()
  expect(await told()).toEqual([member.id, consultant.accountId].sort())

  await change('cancellation', { outcome: 'forfeited' })
  expect(await letters(member)).toEqual([])
  expect(await told()).toEqual([])
})

test('a session that its member moves is not reminded of at its old time, and is at its new one', async () => {
  const { member, move } = await givenBooked(50)
  await move(90)
  app.clock.advance({ hours: 40 })
  await remind()
  expect(await letters(member)).toEqual([])
  app.clock.advance({ hours: 28 })
  await remind()
  expect(await letters(member)).toEqual(['Your session is within 24 hours: Initial consultation'])
})

test('whoever moves a session to within the day has chosen the time just now, and has no reminder of the day', async () => {
  const { member, move } = await givenBooked(50)
  app.clock.advance({ hours: 15 })
  await move(20)
  await remind()
  expect(await letters(member)).toEqual([])
})

test('whoever wants no mails about sessions is reminded by the bell alone', async () => {
  const { member } = await givenSession(30)
  await member.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'sessions', channel: 'email', isOn: false }],
  })
  app.clock.advance({ hours: 6 })
  await remind()
  expect(await letters(member)).toEqual([])
  expect(await bellOf(member.id)).toEqual(['Your session is within 24 hours'])
})

test('two processes that remind at once remind once', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 6 })
  await Promise.all([1, 2, 3].map(() => remindOfSessions(app.context)))
  expect(await letters(member)).toHaveLength(1)
  expect(await bellOf(member.id)).toHaveLength(1)
})

test('a reminder that could not be sent before the session began is not sent', async () => {
  const { member } = await givenSession(30)
  app.clock.advance({ hours: 29, minutes: 30 })
  await remindOfSessions(app.context)
  app.clock.advance({ minutes: 31 })
  expect(await letters(member)).toEqual([])
})

test.each([
  ['was disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no consultant any more', "update account set role = 'member' where id = $1"],
  ['has no entry any more', 'delete from consultant where account_id = $1'],
])('of the session of a consultant who %s nobody is reminded: it is about to be cancelled', async (_, leave) => {
  const { member, consultant } = await givenSession(30)
  await app.rows(leave, consultant.accountId)
  app.clock.advance({ hours: 6 })
  await remind()
  app.clock.advance({ hours: 23, minutes: 30 })
  await remind()
  expect([await letters(member), await bellOf(member.id), await bellOf(consultant.accountId)]).toEqual([[], [], []])
})

test('a session of which nobody can be reminded keeps none of the others', async () => {
  const first = await givenSession(24, 1)
  const second = await givenSession(24, 1)
  app.clock.advance({ minutes: 2 })
  {
    await using _ = await breakWrites(app, 'notification', `new.member_id = '${first.member.id}'`)
    await expect(remindOfSessions(app.context)).rejects.toThrow('could not be reminded of')
  }
  expect([await letters(first.member), await letters(second.member)]).toEqual([
    [],
    ['Your session is within 24 hours: A session'],
  ])
  expect(app.logLines.join('')).toContain(first.id)
})
