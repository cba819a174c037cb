import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { toCalendar, toEvent } from '#tests/support/given/calendars.ts'
import { insertConsultant } from '#tests/support/given/consultants.ts'
import { personalData } from '../../server/personal-data.ts'
import type { FetchedCalendar } from './fetch-calendar.ts'

/** The calendar server's response, and the addresses that were requested. */
let answer: FetchedCalendar = { ok: true, text: toCalendar() }
let onRequest = async () => {}
const requests: string[] = []
const app = await startApp({
  calendars: async (address) => {
    requests.push(address)
    await onRequest()
    return answer
  },
})
afterAll(app.close)

const path = '/api/consultant/calendars'

let consultants = 0
/** A logged-in consultant, and the address of a calendar that no one else has. */
async function givenCalendarOwner() {
  consultants += 1
  return {
    ...(await givenConsultant(app)),
    url: `https://calendar.example.org/a-long-and-secret-name-${consultants}.ics`,
  }
}

/** A calendar file with one-hour events that start this many hours from now. */
function calendarWithEvents(...hours: number[]): FetchedCalendar {
  const events = hours.map((hoursFromNow) => {
    const start = new Date(app.clock.now().getTime() + hoursFromNow * HOUR_MS)
    const timestamp = `${start.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    return toEvent([`DTSTART:${timestamp}`, 'DURATION:PT1H'], String(hoursFromNow))
  })
  return { ok: true, text: toCalendar(...events) }
}

const listBusySeconds = async ({ consultantId }: { consultantId: string }) =>
  (
    await app.rows(
      'select extract(epoch from upper(during) - lower(during))::int as seconds from busy_time where consultant_id = $1',
      consultantId,
    )
  ).map(({ seconds }) => seconds)

test('adding a calendar imports it, storing busy times but no event details', async () => {
  const owner = await givenCalendarOwner()
  answer = calendarWithEvents(5, 30)
  const created = await owner.post(path, { url: owner.url })
  expect(created).toMatchObject({
    status: 200,
    body: { data: { name: 'calendar.example.org … me-1.ics', readAt: null, problem: null, busyTimes: 0 } },
  })
  await app.settle()
  expect(requests).toEqual([owner.url])
  const { body } = await owner.get(path)
  expect(body.data).toEqual([{ ...created.body.data, readAt: expect.any(String), busyTimes: 2 }])
  expect(JSON.stringify(body)).not.toContain('a-long-and-secret')
  expect(await listBusySeconds(owner)).toEqual([3_600, 3_600])
})

test('each import replaces the busy times, but if it fails they are kept and the problem is recorded', async () => {
  const owner = await givenCalendarOwner()
  answer = calendarWithEvents(5, 30)
  await owner.post(path, { url: owner.url })
  await app.settle()

  const steps: [FetchedCalendar, number, string | null][] = [
    [calendarWithEvents(7), 1, null],
    [{ ok: false, problem: 'too-slow' }, 1, 'The calendar took longer than 10 seconds to load.'],
    [
      { ok: true, text: '<html>' },
      1,
      'The file at this address is damaged or isn’t a calendar (ICS). Check that you copied the calendar’s ICS link, then add it again.',
    ],
    [
      { ok: true, text: toCalendar(toEvent(['SUMMARY:No start'])) },
      0,
      'One event couldn’t be read, so members could still book you at those times. The rest count as busy.',
    ],
  ]
  for (const [nextAnswer, busyTimes, problem] of steps) {
    answer = nextAnswer
    await app.run('import-calendars')
    expect((await owner.get(path)).body.data).toMatchObject([{ busyTimes, problem }])
  }
})

test('webcal addresses become https, and duplicates are detected after normalisation', async () => {
  const owner = await givenCalendarOwner()
  expect((await owner.post(path, { url: ' WEBCAL://Calendar.example.org/mine.ics#today' })).status).toBe(200)
  const duplicate = await owner.post(path, { url: 'https://calendar.example.org:443/mine.ics' })
  expect(duplicate).toMatchObject({ status: 409, body: { code: 'calendar-already-added' } })
  await app.settle()
  expect(requests.at(-1)).toBe('https://calendar.example.org/mine.ics')
})

test.each([
  ['http://calendar.example.org/mine.ics', 'Others could read your calendar over http://'],
  ['ftp://calendar.example.org/mine.ics', 'Enter your calendar’s address'],
  ['javascript:alert(1)', 'Enter your calendar’s address'],
  ['my calendar', 'Enter your calendar’s address'],
  ['https://ada:secret@calendar.example.org/mine.ics', 'without a username or password'],
  [`https://calendar.example.org/${'x'.repeat(2_000)}`, 'up to 2,000 characters'],
])('rejects the address %s with a message', async (url, sentence) => {
  const { status, body } = await (await givenCalendarOwner()).post(path, { url })
  expect([status, body.errors.url]).toEqual([400, expect.stringContaining(sentence)])
})

test('the limit of five calendars applies to concurrent requests too', async () => {
  const owner = await givenCalendarOwner()
  const add = (index: number) => owner.post(path, { url: `https://calendar.example.org/${index}.ics` })
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await add(8)).body.code).toBe('too-many-calendars')
})

test('rejects a calendar if the consultant has not saved any availability yet', async () => {
  const { accountId } = await insertConsultant(app)
  const consultant = await app.returning({ id: accountId })
  const { body } = await consultant.post(path, { url: 'https://calendar.example.org/mine.ics' })
  expect(body.code).toBe('no-availability')
  expect((await consultant.get(path)).body.data).toEqual([])
})

test('only its owner can list and delete a calendar, and deleting it deletes its busy times', async () => {
  const owner = await givenCalendarOwner()
  answer = calendarWithEvents(5)
  const { id } = (await owner.post(path, { url: owner.url })).body.data
  await app.settle()
  const otherConsultant = await givenCalendarOwner()
  expect((await otherConsultant.get(path)).body.data).toEqual([])
  expect((await otherConsultant.delete(`${path}/${id}`)).status).toBe(404)
  expect(await listBusySeconds(owner)).toEqual([3_600])

  expect((await owner.delete(`${path}/${id}`)).status).toBe(200)
  expect((await owner.delete(`${path}/${id}`)).status).toBe(404)
  expect(await listBusySeconds(owner)).toEqual([])
})

test('a calendar deleted while it is being imported leaves no data behind', async () => {
  const owner = await givenCalendarOwner()
  answer = calendarWithEvents(5)
  const { id } = (await owner.post(path, { url: owner.url })).body.data
  onRequest = async () => void (await owner.delete(`${path}/${id}`))
  await app.settle()
  onRequest = async () => {}
  expect([await listBusySeconds(owner), (await owner.get(path)).body.data]).toEqual([[], []])
})

test('a disabled consultant’s calendars are not imported', async () => {
  const owner = await givenCalendarOwner()
  await owner.post(path, { url: owner.url })
  await app.settle()
  await app.rows('update account set disabled_at = now() where id = $1', owner.id)
  await app.run('import-calendars')
  expect(requests.filter((address) => address === owner.url)).toHaveLength(1)
})

test('the personal data export includes the calendar addresses', async () => {
  const { url, ...owner } = await givenCalendarOwner()
  await owner.post(path, { url })
  const [{ id, email }] = await app.rows('select id, email from account where id = $1', owner.id)
  const subject = { memberId: id, email, isEmailVerified: true, openedAt: new Date(), addresses: [] }
  const { sections } = await personalData.importedCalendars.export(app.context.db, subject, app.context)
  expect(sections).toMatchObject([{ key: 'importedCalendars', facts: [{ address: url, busyTimes: 0 }] }])
})
