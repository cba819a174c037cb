import { afterAll, expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { insertConsultant } from '#tests/support/given/consultants.ts'

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

test('a new consultant has no hours and uses their account’s time zone', async () => {
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

test('availability is returned exactly as saved, and saving again replaces all of it', async () => {
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

test('saving removes days that have passed', async () => {
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

test('invalid availability is rejected with a message for the field and is not saved', async () => {
  const consultant = await newConsultant()
  const { status, body } = await consultant.send('PUT', address, { ...document, weeklyHours: [hours(8, 540, 600)] })
  const errors = { 'weeklyHours.0.weekday': 'This must be no more than 7.' }
  expect([status, body.code, body.errors]).toEqual([400, 'invalid-input', errors])
  expect((await consultant.get(address)).body.data.isSaved).toBe(false)
})

test('rejects a session type outside the consultant’s services and keeps the saved availability', async () => {
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

test('if availability is saved twice at the same time, one is saved in full and the other gets a conflict', async () => {
  const consultant = await newConsultant()
  const otherDocument = { ...document, horizonDays: 5, weeklyHours: [hours(3, 540, 600)] }
  const answers = await Promise.all(
    [document, otherDocument].map((submitted) => consultant.send('PUT', address, submitted)),
  )
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['availability-changed', undefined])
  const { availability } = (await consultant.get(address)).body.data
  expect([document, otherDocument]).toContainEqual({ ...availability, version: 0 })
})

test('saving does not change another consultant’s availability', async () => {
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

test('saving availability queues offers to members on the waitlist', async () => {
  const consultant = await newConsultant()
  const count = "select count(*)::int from pgboss.job where name = 'offer-waitlist-slots' and state = 'created'"
  const [before] = await app.rows(count)
  expect((await consultant.send('PUT', address, document)).status).toBe(200)
  expect(await app.rows(count)).toEqual([{ count: before.count + 1 }])
})
