import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant } from '../../../../../tests/support/given/bookable-consultants.ts'
import { toCalendar, toEvent } from '../../../../../tests/support/given/calendars.ts'
import { insertConsultant } from '../../../../../tests/support/given/consultants.ts'
import { personalData } from '../../server/personal-data.ts'
import type { FetchedCalendar } from './fetch-calendar.ts'

const url = 'https://calendar.example.org/a-long-and-secret-name.ics'
const path = '/api/consultant/calendars'

/** The site, a logged-in consultant, and a calendar server whose answer a test can change. */
async function openSite() {
  const calendarServer = { answer: { ok: true, text: toCalendar() } as FetchedCalendar, requests: [] as string[] }
  const app = await startApp({
    calendars: async (address) => {
      calendarServer.requests.push(address)
      return calendarServer.answer
    },
  })
  return { app, calendarServer, ...(await logIn(app)) }
}

async function logIn(app: TestApp) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app)
  return { consultantId, consultant: await app.returning({ id: accountId }) }
}

/** A calendar file with one-hour events that begin this many hours from now. */
function calendarWithEvents(app: TestApp, ...hours: number[]): FetchedCalendar {
  const events = hours.map((hoursFromNow) => {
    const start = new Date(app.clock.now().getTime() + hoursFromNow * 3_600_000)
    const timestamp = `${start.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    return toEvent([`DTSTART:${timestamp}`, 'DURATION:PT1H'], String(hoursFromNow))
  })
  return { ok: true, text: toCalendar(...events) }
}

test('adding a calendar imports it, keeping busy times but no event details', async () => {
  const { app, calendarServer, consultant, consultantId } = await openSite()
  await using _ = app
  calendarServer.answer = calendarWithEvents(app, 5, 30)
  const created = await consultant.post(path, { url })
  expect(created).toMatchObject({
    status: 200,
    body: { data: { name: 'calendar.example.org … name.ics', readAt: null, problem: null, busyTimes: 0 } },
  })
  await app.settle()
  expect(calendarServer.requests).toEqual([url])
  const { body } = await consultant.get(path)
  expect(body.data).toEqual([{ ...created.body.data, readAt: expect.any(String), busyTimes: 2 }])
  expect(JSON.stringify(body)).not.toContain('a-long-and-secret')
  const [busy] = await app.rows(
    'select extract(epoch from upper(during) - lower(during))::int as seconds from busy_time where consultant_id = $1 order by during',
    consultantId,
  )
  expect(busy).toEqual({ seconds: 3_600 })
})

test('each import replaces the busy times; a failed one keeps them and records the problem', async () => {
  const { app, calendarServer, consultant } = await openSite()
  await using _ = app
  calendarServer.answer = calendarWithEvents(app, 5, 30)
  await consultant.post(path, { url })
  await app.settle()

  calendarServer.answer = calendarWithEvents(app, 7)
  await app.run('import-calendars')
  expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 1, problem: null }])

  for (const [answer, problem] of [
    [{ ok: false, problem: 'too-slow' }, 'The calendar did not arrive within 10 seconds.'],
    [{ ok: true, text: '<html>' }, 'What is at this address is not a calendar (ICS), or it is damaged.'],
  ] as const) {
    calendarServer.answer = answer
    await app.run('import-calendars')
    expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 1, problem }])
  }
  calendarServer.answer = { ok: true, text: toCalendar(toEvent(['SUMMARY:No start'])) }
  await app.run('import-calendars')
  const problem = 'One event could not be read and may not be kept free. All others count.'
  expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 0, problem }])
})

test('webcal addresses become https, and duplicates are detected after normalisation', async () => {
  const { app, calendarServer, consultant } = await openSite()
  await using _ = app
  expect((await consultant.post(path, { url: ' WEBCAL://Calendar.example.org/mine.ics#today' })).status).toBe(200)
  const duplicate = await consultant.post(path, { url: 'https://calendar.example.org:443/mine.ics' })
  expect(duplicate).toMatchObject({ status: 409, body: { code: 'calendar-already-added' } })
  await app.settle()
  expect(calendarServer.requests).toEqual(['https://calendar.example.org/mine.ics'])
})

test.each([
  ['http://calendar.example.org/mine.ics', 'Over http:// others could read your calendar'],
  ['ftp://calendar.example.org/mine.ics', 'Please enter the address of your calendar'],
  ['javascript:alert(1)', 'Please enter the address of your calendar'],
  ['my calendar', 'Please enter the address of your calendar'],
  ['https://ada:secret@calendar.example.org/mine.ics', 'without a name and password'],
  [`https://calendar.example.org/${'x'.repeat(2_000)}`, 'at most 2,000 characters'],
])('rejects the address %s with a message', async (address, sentence) => {
  const { app, consultant } = await openSite()
  await using _ = app
  const { status, body } = await consultant.post(path, { url: address })
  expect([status, body.errors.url]).toEqual([400, expect.stringContaining(sentence)])
})

test('the limit of five calendars holds for concurrent requests', async () => {
  const { app, consultant } = await openSite()
  await using _ = app
  const add = (index: number) => consultant.post(path, { url: `https://calendar.example.org/${index}.ics` })
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await add(8)).body.code).toBe('too-many-calendars')
})

test('rejects a calendar before the consultant has saved availability', async () => {
  await using app = await startApp()
  const { accountId } = await insertConsultant(app)
  const consultant = await app.returning({ id: accountId })
  expect((await consultant.post(path, { url })).body.code).toBe('no-availability')
  expect((await consultant.get(path)).body.data).toEqual([])
})

test('only the owner can list and delete a calendar, and its busy times are deleted with it', async () => {
  const { app, calendarServer, consultant } = await openSite()
  await using _ = app
  calendarServer.answer = calendarWithEvents(app, 5)
  const { id } = (await consultant.post(path, { url })).body.data
  await app.settle()
  const { consultant: otherConsultant } = await logIn(app)
  expect((await otherConsultant.get(path)).body.data).toEqual([])
  expect((await otherConsultant.delete(`${path}/${id}`)).status).toBe(404)
  expect(await app.rows('select 1 from busy_time')).toHaveLength(1)

  expect((await consultant.delete(`${path}/${id}`)).status).toBe(200)
  expect((await consultant.delete(`${path}/${id}`)).status).toBe(404)
  expect(await app.rows('select 1 from busy_time')).toEqual([])
})

test('a calendar deleted during its import leaves no data', async () => {
  let deleteDuringImport = async () => {}
  await using app = await startApp({
    calendars: async () => {
      await deleteDuringImport()
      return { ok: true, text: toCalendar() }
    },
  })
  const { consultant } = await logIn(app)
  const { id } = (await consultant.post(path, { url })).body.data
  deleteDuringImport = async () => void (await consultant.delete(`${path}/${id}`))
  await app.settle()
  expect(await app.rows('select 1 from imported_calendar')).toEqual([])
})

test('calendars of a disabled consultant are not imported', async () => {
  const { app, calendarServer, consultant } = await openSite()
  await using _ = app
  await consultant.post(path, { url })
  await app.settle()
  await app.rows("update account set disabled_at = now() where role = 'consultant'")
  await app.run('import-calendars')
  expect(calendarServer.requests).toHaveLength(1)
})

test('the personal data export includes the calendar addresses', async () => {
  const { app, consultant } = await openSite()
  await using _ = app
  await consultant.post(path, { url })
  const [row] = await app.rows("select id, email from account where role = 'consultant'")
  const subject = { memberId: row.id, email: row.email, isEmailVerified: true, openedAt: new Date(), addresses: [] }
  const { sections } = await personalData.importedCalendars.export(app.context.db, subject, app.context)
  expect(sections).toMatchObject([{ key: 'importedCalendars', facts: [{ address: url, busyTimes: 0 }] }])
})
