import { expect, test } from 'vitest'
import { givenBookableConsultant } from '../../../../tests/support/bookable-consultants.ts'
import { calendarOf, eventOf } from '../../../../tests/support/calendars.ts'
import { insertConsultant } from '../../../../tests/support/consultants.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import type { FetchedCalendar } from './calendar-gateway.ts'
import { exportCalendars } from './export-calendars.ts'

const url = 'https://calendar.example.org/a-long-and-secret-name.ics'
const path = '/api/consultant/calendars'

/** The site, a consultant who is logged in, and what is found at any address: change `found` for the next time. */
async function openSite() {
  const elsewhere = { found: { ok: true, text: calendarOf() } as FetchedCalendar, asked: [] as string[] }
  const app = await startApp({
    calendars: async (address) => {
      elsewhere.asked.push(address)
      return elsewhere.found
    },
  })
  return { app, elsewhere, ...(await logIn(app)) }
}

async function logIn(app: TestApp) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app)
  return { consultantId, consultant: await app.returning({ id: accountId }) }
}

/** A file with an event of an hour that begins so many hours from now. */
function busyIn(app: TestApp, ...hours: number[]): FetchedCalendar {
  const events = hours.map((ahead) => {
    const start = new Date(app.clock.now().getTime() + ahead * 3_600_000)
    const spelled = `${start.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    return eventOf([`DTSTART:${spelled}`, 'DURATION:PT1H'], String(ahead))
  })
  return { ok: true, text: calendarOf(...events) }
}

test('a calendar that is added is read at once, and busy times are kept instead of what they are about', async () => {
  const { app, elsewhere, consultant, consultantId } = await openSite()
  await using _ = app
  elsewhere.found = busyIn(app, 5, 30)
  const added = await consultant.post(path, { url })
  expect(added).toMatchObject({
    status: 200,
    body: { data: { name: 'calendar.example.org … name.ics', readAt: null, problem: null, busyTimes: 0 } },
  })
  await app.settle()
  expect(elsewhere.asked).toEqual([url])
  const { body } = await consultant.get(path)
  expect(body.data).toEqual([{ ...added.body.data, readAt: expect.any(String), busyTimes: 2 }])
  expect(JSON.stringify(body)).not.toContain('a-long-and-secret')
  const [busy] = await app.rows(
    'select extract(epoch from upper(during) - lower(during))::int as seconds from busy_time where consultant_id = $1 order by during',
    consultantId,
  )
  expect(busy).toEqual({ seconds: 3_600 })
})

test('every round replaces what was read before, and a failed one keeps it and says why', async () => {
  const { app, elsewhere, consultant } = await openSite()
  await using _ = app
  elsewhere.found = busyIn(app, 5, 30)
  await consultant.post(path, { url })
  await app.settle()

  elsewhere.found = busyIn(app, 7)
  await app.run('import-calendars')
  expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 1, problem: null }])

  for (const [found, words] of [
    [{ ok: false, problem: 'too-slow' }, 'The calendar did not arrive within 10 seconds.'],
    [{ ok: true, text: '<html>' }, 'What is at this address is not a calendar (ICS), or it is damaged.'],
  ] as const) {
    elsewhere.found = found
    await app.run('import-calendars')
    expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 1, problem: words }])
  }
  elsewhere.found = { ok: true, text: calendarOf(eventOf(['SUMMARY:No start'])) }
  await app.run('import-calendars')
  const words = 'One event could not be read and may not be kept free. All others count.'
  expect((await consultant.get(path)).body.data).toMatchObject([{ busyTimes: 0, problem: words }])
})

test('a webcal address is read as https, and an address is listed once however it is spelled', async () => {
  const { app, elsewhere, consultant } = await openSite()
  await using _ = app
  expect((await consultant.post(path, { url: ' WEBCAL://Calendar.example.org/mine.ics#today' })).status).toBe(200)
  const again = await consultant.post(path, { url: 'https://calendar.example.org:443/mine.ics' })
  expect(again).toMatchObject({ status: 409, body: { code: 'calendar-known' } })
  await app.settle()
  expect(elsewhere.asked).toEqual(['https://calendar.example.org/mine.ics'])
})

test.each([
  ['http://calendar.example.org/mine.ics', 'Over http:// others could read your calendar'],
  ['ftp://calendar.example.org/mine.ics', 'Please enter the address of your calendar'],
  ['javascript:alert(1)', 'Please enter the address of your calendar'],
  ['my calendar', 'Please enter the address of your calendar'],
  ['https://ada:secret@calendar.example.org/mine.ics', 'without a name and password'],
  [`https://calendar.example.org/${'x'.repeat(2_000)}`, 'at most 2,000 characters'],
])('the address %s is refused with a sentence', async (address, sentence) => {
  const { app, consultant } = await openSite()
  await using _ = app
  const { status, body } = await consultant.post(path, { url: address })
  expect([status, body.errors.url]).toEqual([400, expect.stringContaining(sentence)])
})

test('a sixth calendar is refused, also where several are added at once', async () => {
  const { app, consultant } = await openSite()
  await using _ = app
  const add = (index: number) => consultant.post(path, { url: `https://calendar.example.org/${index}.ics` })
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await add(8)).body.code).toBe('too-many-calendars')
})

test('whoever has no hours yet is asked for them first', async () => {
  await using app = await startApp()
  const { accountId } = await insertConsultant(app)
  const consultant = await app.returning({ id: accountId })
  expect((await consultant.post(path, { url })).body.code).toBe('no-hours')
  expect((await consultant.get(path)).body.data).toEqual([])
})

test('a calendar is seen and removed by nobody but its consultant, and its busy times go with it', async () => {
  const { app, elsewhere, consultant } = await openSite()
  await using _ = app
  elsewhere.found = busyIn(app, 5)
  const { id } = (await consultant.post(path, { url })).body.data
  await app.settle()
  const { consultant: other } = await logIn(app)
  expect((await other.get(path)).body.data).toEqual([])
  expect((await other.delete(`${path}/${id}`)).status).toBe(404)
  expect(await app.rows('select 1 from busy_time')).toHaveLength(1)

  expect((await consultant.delete(`${path}/${id}`)).status).toBe(200)
  expect((await consultant.delete(`${path}/${id}`)).status).toBe(404)
  expect(await app.rows('select 1 from busy_time')).toEqual([])
})

test('a calendar that is removed while it is read leaves nothing behind', async () => {
  let remove = async () => {}
  await using app = await startApp({
    calendars: async () => {
      await remove()
      return { ok: true, text: calendarOf() }
    },
  })
  const { consultant } = await logIn(app)
  const { id } = (await consultant.post(path, { url })).body.data
  remove = async () => void (await consultant.delete(`${path}/${id}`))
  await app.settle()
  expect(await app.rows('select 1 from imported_calendar')).toEqual([])
})

test('the calendar of somebody who may not log in any more is not asked for', async () => {
  const { app, elsewhere, consultant } = await openSite()
  await using _ = app
  await consultant.post(path, { url })
  await app.settle()
  await app.rows("update account set disabled_at = now() where role = 'consultant'")
  await app.run('import-calendars')
  expect(elsewhere.asked).toHaveLength(1)
})

test('a consultant finds the addresses in the file with their data', async () => {
  const { app, consultant } = await openSite()
  await using _ = app
  await consultant.post(path, { url })
  const [row] = await app.rows("select id, email from account where role = 'consultant'")
  const subject = { memberId: row.id, email: row.email, isEmailVerified: true, openedAt: new Date(), addresses: [] }
  const { sections } = await exportCalendars(app.context.db, subject)
  expect(sections).toMatchObject([{ key: 'importedCalendars', facts: [{ address: url, busyTimes: 0 }] }])
})
