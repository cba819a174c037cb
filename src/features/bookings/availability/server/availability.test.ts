import { afterAll, expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenConsultant } from '../../../../../tests/support/given/booked-sessions.ts'
import { insertConsultant } from '../../../../../tests/support/given/consultants.ts'

const app = await startApp()
afterAll(app.close)

const address = '/api/consultant/availability'
const document = {
  version: 0,
  timeZone: 'America/New_York',
  bufferMinutes: 15,
  minimumNoticeMinutes: 1_440,
  horizonDays: 30,
  dailyLimit: 4,
  meetingUrl: 'https://meet.example.org/ada',
  weeklyHours: [
    { weekday: 1, startsMinute: 540, endsMinute: 720 },
    { weekday: 1, startsMinute: 720, endsMinute: 1_440 },
  ],
  dateOverrides: [{ day: '2999-12-24', startsMinute: 540, endsMinute: 720 }],
  daysOff: [{ day: '2999-12-25', reason: 'Christmas' }],
  sessions: [{ packageId: 'my-future-basic', lineKey: 'final-call' }],
}

/** A consultant with a profile but no saved availability. */
async function newConsultant() {
  const { id, accountId } = await insertConsultant(app)
  return { ...(await app.returning({ id: accountId })), consultantId: id }
}

test('a new consultant starts without hours, in their account’s time zone', async () => {
  const consultant = await newConsultant()
  const { status, body } = await consultant.get(address)
  expect([status, body.data]).toMatchObject([
    200,
    {
      displayName: 'Ada Lovelace',
      isSaved: false,
      isPublished: true,
      availability: { weeklyHours: [], sessions: null },
    },
  ])
  expect(body.data.availability.timeZone).toBe('Europe/London')
  expect(body.data.offered).toContainEqual({
    packageId: 'my-future-basic',
    packageTitle: 'MY FUTURE WEEK',
    lineKey: 'final-call',
    title: expect.any(String),
    minutes: expect.any(Number),
  })
})

test('saved availability is returned as saved, and the next save replaces all of it', async () => {
  const consultant = await newConsultant()
  const saved = await consultant.send('PUT', address, document)
  expect([saved.status, saved.body.data.availability]).toEqual([200, { ...document, version: 1 }])
  expect((await consultant.get(address)).body.data).toMatchObject({
    isSaved: true,
    availability: { ...document, version: 1 },
  })

  const emptyFields = { meetingUrl: null, weeklyHours: [], dateOverrides: [], daysOff: [], sessions: null }
  const empty = { ...document, ...emptyFields, version: 1 }
  const { body } = await consultant.send('PUT', address, empty)
  expect(body.data.availability).toEqual({ ...empty, version: 2 })
})

test('saving drops days that have passed', async () => {
  const consultant = await newConsultant()
  const { today } = (await consultant.get(address)).body.data
  const yesterday = addDays(today, -1)
  const tomorrow = addDays(today, 1)
  const { body } = await consultant.send('PUT', address, {
    ...document,
    timeZone: 'Europe/London',
    dateOverrides: [],
    daysOff: [yesterday, tomorrow].map((day) => ({ day, reason: null })),
  })
  expect(body.data.availability.daysOff).toEqual([{ day: tomorrow, reason: null }])
})

test.each([
  ['an unknown zone', { timeZone: 'Europe/Atlantis' }, 'timeZone', 'Please choose a time zone from the list'],
  [
    'an end before its start',
    { weeklyHours: [hours(1, 600, 540)] },
    'weeklyHours.0.endsMinute',
    'The end must come after the start',
  ],
  [
    'overlapping hours',
    { weeklyHours: [hours(1, 600, 720), hours(2, 600, 720), hours(1, 540, 601)] },
    'weeklyHours.0.startsMinute',
    'These hours overlap with others of that day',
  ],
  ['a time after midnight', { weeklyHours: [hours(1, 600, 1_441)] }, 'weeklyHours.0.endsMinute', 'Please enter a time'],
  [
    'a weekday that does not exist',
    { weeklyHours: [hours(8, 540, 600)] },
    'weeklyHours.0.weekday',
    'This may be at most 7.',
  ],
  [
    'a day that does not exist',
    { daysOff: [{ day: '2999-02-30', reason: null }] },
    'daysOff.0.day',
    'Please choose a day',
  ],
  [
    'a duplicate day off',
    { daysOff: [0, 1].map(() => ({ day: '2999-12-25', reason: null })) },
    'daysOff.1.day',
    'This day is in the list already',
  ],
  [
    'hours on a day off',
    { daysOff: [{ day: '2999-12-24', reason: null }] },
    'dateOverrides.0.day',
    'This day is a day off. Please keep one of the two',
  ],
  ['a 24-hour break', { bufferMinutes: 1_440 }, 'bufferMinutes', 'At most 120 minutes'],
  ['a horizon of 0 days', { horizonDays: 0 }, 'horizonDays', 'At least 1 day'],
  ['a daily limit of 0', { dailyLimit: 0 }, 'dailyLimit', 'At least 1 session'],
  ['an empty list of sessions', { sessions: [] }, 'sessions', 'Please choose at least one session'],
  [
    'a meeting room over http',
    { meetingUrl: 'http://meet.example.org' },
    'meetingUrl',
    'Please enter an address that begins with https://',
  ],
  [
    'a script as meeting room',
    { meetingUrl: 'javascript:alert(1)' },
    'meetingUrl',
    'Please enter an address that begins with https://',
  ],
  [
    'a meeting room with a password',
    { meetingUrl: 'https://a:b@meet.example.org' },
    'meetingUrl',
    'Please enter an address that begins with https://',
  ],
  [
    'a file as meeting room',
    { meetingUrl: 'file:///etc/passwd' },
    'meetingUrl',
    'Please enter an address that begins with https://',
  ],
])('rejects %s with a message at its field and saves nothing', async (_, change, field, sentence) => {
  const consultant = await newConsultant()
  const { status, body } = await consultant.send('PUT', address, { ...document, ...change })
  expect([status, body.code, body.errors]).toEqual([400, 'invalid-input', { [field]: sentence }])
  expect((await consultant.get(address)).body.data.isSaved).toBe(false)
})

test.each([
  ['a line break', 'https://meet.example.org/a\nda'],
  ['a tab', 'https://meet.example.org/a\tda'],
  ['a space', 'https://meet.example.org/a da'],
  ['a right-to-left override', 'https://meet.example.org/\u202Eada'],
  ['a bell', 'https://meet.example.org/\u0007ada'],
])('rejects a meeting room URL with %s', async (_, meetingUrl) => {
  const consultant = await newConsultant()
  const { status, body } = await consultant.send('PUT', address, { ...document, meetingUrl })
  const sentence = 'Please enter the address in one piece, without spaces or line breaks'
  expect([status, body.errors]).toEqual([400, { meetingUrl: sentence }])
})

test('rejects a session outside the consultant’s services and keeps the saved availability', async () => {
  const consultant = await newConsultant()
  await consultant.send('PUT', address, document)
  const sessions = [{ packageId: 'biz-future-basic', lineKey: 'final-call' }]
  const { status, body } = await consultant.send('PUT', address, { ...document, horizonDays: 5, sessions })
  expect([status, body.code]).toEqual([400, 'session-type-not-offered'])
  expect((await consultant.get(address)).body.data.availability).toEqual({ ...document, version: 1 })
})

test('a consultant without a profile gets the error no-consultant-profile', async () => {
  const consultant = await app.quickMember('consultant')
  for (const answer of [await consultant.get(address), await consultant.send('PUT', address, document)])
    expect([answer.status, answer.body.code]).toEqual([409, 'no-consultant-profile'])
})

test('of two concurrent saves one wins completely and the other gets a conflict', async () => {
  const consultant = await newConsultant()
  const otherDocument = { ...document, horizonDays: 5, weeklyHours: [hours(3, 540, 600)] }
  const answers = await Promise.all(
    [document, otherDocument].map((submitted) => consultant.send('PUT', address, submitted)),
  )
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['availability-changed', undefined])
  const { availability } = (await consultant.get(address)).body.data
  expect([document, otherDocument]).toContainEqual({ ...availability, version: 0 })
})

test('saving leaves another consultant’s availability unchanged', async () => {
  const beth = await givenConsultant(app, { daysOff: ['2999-01-01'] })
  const before = (await beth.get(address)).body.data
  await (await newConsultant()).send('PUT', address, document)
  expect((await beth.get(address)).body.data).toEqual(before)
})

function hours(weekday: number, startsMinute: number, endsMinute: number) {
  return { weekday, startsMinute, endsMinute }
}

test('the database rejects a meeting URL with control characters, spaces or plain http', async () => {
  const { consultantId } = await givenConsultant(app)
  for (const url of [
    'https://a.example\nx',
    'https://a.example\tx',
    'https://a.example/ x',
    'https://a.example\u0007',
    'http://a.example',
  ])
    await expect(
      app.rows('update availability set meeting_url = $2 where consultant_id = $1', consultantId, url),
    ).rejects.toMatchObject({ code: '23514' })
})

test('saving availability queues the waitlist offers', async () => {
  const consultant = await newConsultant()
  const count = "select count(*)::int from pgboss.job where name = 'offer-waitlist-slots' and state = 'created'"
  const [before] = await app.rows(count)
  expect((await consultant.send('PUT', address, document)).status).toBe(200)
  expect(await app.rows(count)).toEqual([{ count: before.count + 1 }])
})

test('rejects a duplicate session at the second entry', async () => {
  const consultant = await newConsultant()
  const [session] = document.sessions
  const { status, body } = await consultant.send('PUT', address, { ...document, sessions: [session, session] })
  expect([status, body.errors]).toEqual([400, { 'sessions.1': 'This session is in the list already' }])
})
