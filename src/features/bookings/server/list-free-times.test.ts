import { expect, test } from 'vitest'
import {
  givenBookableConsultant,
  givenBusyTime,
  grantPackage,
  insertBooking,
} from '../../../../tests/support/bookable-consultants.ts'
import { book } from '../../../../tests/support/bookings.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'

const missing = '00000000-0000-4000-8000-000000000000'

/** Somebody with MY FUTURE WEEK, whose initial consultation takes ten minutes and whose final call takes twenty. */
async function givenPackage(app: TestApp) {
  const { member } = await buy(app)
  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  const ask = (from: Date | string, until: Date | string, given: Record<string, string> = {}) => {
    const range = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
    const query = { entitlementId: entitlement.id as string, lineKey: 'final-call', ...range, ...given }
    return member.get(`/api/sessions/times?${new URLSearchParams(query)}`)
  }
  const day = dayAfter(app, 2)
  return {
    member,
    entitlementId: entitlement.id as string,
    endsAt: new Date(entitlement.endsAt),
    ask,
    /** The day after tomorrow. */
    day,
    /** What is offered on it, as "09:00". */
    async offered(given: Record<string, string> = {}): Promise<string[]> {
      const { body } = await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`, given)
      return body.data.times.map(({ startsAt }: { startsAt: string }) => startsAt.slice(11, 16))
    },
    /** A session of somebody else's. */
    takenAt: async (consultantId: string, time: string) => ({
      consultantId,
      memberId: (await app.quickMember()).id,
      entitlementId: entitlement.id as string,
      startsAt: new Date(`${day}T${time}:00Z`),
      minutes: 20,
    }),
    bookingAt: (consultantId: string, time: string) => ({
      consultantId,
      memberId: member.id,
      entitlementId: entitlement.id as string,
      startsAt: new Date(`${day}T${time}:00Z`),
      minutes: 20,
    }),
  }
}

function dayAfter(app: TestApp, days: number): string {
  return new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** From nine to ten every day, by a clock that is never changed. */
const anHour = { timeZone: 'UTC', weeklyHours: [['09:00', '10:00']] } as const

test('a member sees when a session can be held, and with whom', async () => {
  await using app = await startApp()
  const ada = await givenBookableConsultant(app, { ...anHour, position: 1 })
  const beth = await givenBookableConsultant(app, { ...anHour, position: 2, weeklyHours: [['09:30', '10:00']] })
  const { ask, day } = await givenPackage(app)

  const { status, body } = await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`)

  const at = (time: string, ...consultants: { id: string }[]) => ({
    startsAt: `${day}T${time}:00.000Z`,
    consultantIds: consultants.map(({ id }) => id),
  })
  expect([status, body.data]).toEqual([
    200,
    {
      times: [at('09:00', ada), at('09:10', ada), at('09:20', ada), at('09:30', ada, beth), at('09:40', ada, beth)],
      nextFree: null,
    },
  ])
  const { body: alone } = await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`, { consultantId: beth.id })
  expect(alone.data.times).toEqual([at('09:30', beth), at('09:40', beth)])
})

test('a package or booking of somebody else, and what does not exist, are not found', async () => {
  await using app = await startApp()
  const { id: consultantId } = await givenBookableConsultant(app, anHour)
  const own = await givenPackage(app)
  const other = await givenPackage(app)
  const foreign = await insertBooking(app, other.bookingAt(consultantId, '09:00'))
  const questions: Record<string, string>[] = [
    { entitlementId: other.entitlementId },
    { entitlementId: missing },
    { lineKey: 'roadmap' },
    { moving: foreign },
    { moving: missing },
  ]
  for (const given of questions) {
    const { status, body } = await own.ask(`${own.day}T00:00:00Z`, `${own.day}T24:00:00Z`, given)
    expect([status, body.code]).toEqual([404, 'session-not-found'])
  }
})

test('at most 35 days are answered at once, with the hour more that autumn has', async () => {
  await using app = await startApp()
  const { ask } = await givenPackage(app)
  expect((await ask('2026-10-01T00:00:00+01:00', '2026-11-05T00:00:00Z')).status).toBe(200)
  const { status, body } = await ask('2026-10-01T00:00:00+01:00', '2026-11-05T00:00:01Z')
  expect([status, body.code]).toEqual([400, 'too-many-days'])
  expect((await ask('2026-10-02T00:00:00Z', '2026-10-01T00:00:00Z')).body.data.times).toEqual([])
})

test('what is booked is not offered, nor a buffer around it, nor what is busy elsewhere', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, {
    ...anHour,
    weeklyHours: [['09:00', '12:00']],
    bufferMinutes: 10,
  })
  const { takenAt, bookingAt, offered, day } = await givenPackage(app)
  await insertBooking(app, { ...(await takenAt(id, '10:00')), bufferMinutes: 5 })
  await insertBooking(app, { ...bookingAt(id, '09:00'), state: 'cancelled' })
  await givenBusyTime(app, id, new Date(`${day}T11:00:00Z`), new Date(`${day}T11:30:00Z`))
  expect(await offered()).toEqual(['09:00', '09:10', '09:20', '09:30', '10:30', '10:40', '11:30', '11:40'])
})

test.each(['held', 'missed'] as const)('a session that was %s keeps its time', async (state) => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, anHour)
  const { bookingAt, offered } = await givenPackage(app)
  await insertBooking(app, { ...bookingAt(id, '09:00'), state })
  expect(await offered()).toEqual(['09:20', '09:30', '09:40'])
})

test('a time that is kept for somebody is theirs alone, until it lapses', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, anHour)
  const first = await givenPackage(app)
  const second = await givenPackage(app)
  await insertBooking(app, { ...first.bookingAt(id, '09:20'), state: 'reserved' })
  expect(await second.offered()).toEqual(['09:00', '09:40'])
  expect(await first.offered()).toHaveLength(5)
  app.clock.advance({ minutes: 5 })
  expect(await second.offered()).toHaveLength(5)
})

test('the time of a session that is being moved is free for it', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, { ...anHour, dailyLimit: 1 })
  const { bookingAt, offered } = await givenPackage(app)
  const moving = await insertBooking(app, bookingAt(id, '09:20'))
  expect(await offered()).toEqual([])
  expect(await offered({ moving })).toHaveLength(5)
})

test('notice, horizon and the limit of a day are kept', async () => {
  await using app = await startApp()
  const { takenAt, offered, ask, day, endsAt } = await givenPackage(app)
  const aroundTheClock = { timeZone: 'UTC', weeklyHours: [['00:00', '24:00']] } as const
  const { id } = await givenBookableConsultant(app, {
    ...aroundTheClock,
    minimumNoticeMinutes: 1_440,
    horizonDays: 3,
    dailyLimit: 1,
  })
  const now = app.clock.now()
  const { body } = await ask(now, endsAt)
  const first = new Date(body.data.times[0].startsAt).getTime()
  expect(first - now.getTime()).toBeGreaterThanOrEqual(86_400_000)
  expect(first - now.getTime()).toBeLessThan(86_400_000 + 600_000)
  expect(body.data.times.at(-1).startsAt).toBe(`${dayAfter(app, 3)}T23:50:00.000Z`)

  await insertBooking(app, await takenAt(id, '12:00'))
  const { body: limited } = await ask(now, endsAt)
  const days = limited.data.times.map(({ startsAt }: { startsAt: string }) => startsAt.slice(0, 10))
  expect(await offered()).toEqual([])
  const inReach = new Set([new Date(first).toISOString().slice(0, 10), day, dayAfter(app, 3)])
  expect([...new Set(days)]).toEqual([...inReach].filter((other) => other !== day))
})

test('the hours of a single day replace those of the week, and on a day off nobody is offered', async () => {
  await using app = await startApp()
  const { day, ask } = await givenPackage(app)
  const dayHours = { [day]: [['20:00', '20:30']] } as const
  await givenBookableConsultant(app, { ...anHour, dayHours, daysOff: [dayAfter(app, 3)] })
  const { body } = await ask(`${day}T00:00:00Z`, `${dayAfter(app, 4)}T09:20:00Z`)
  expect(body.data.times.map(({ startsAt }: { startsAt: string }) => startsAt.slice(0, 16))).toEqual([
    `${day}T20:00`,
    `${day}T20:10`,
    `${dayAfter(app, 4)}T09:00`,
    `${dayAfter(app, 4)}T09:10`,
  ])
})

test('only whoever is published, works here, serves the package and holds this session is offered', async () => {
  await using app = await startApp()
  const { offered } = await givenPackage(app)
  await givenBookableConsultant(app, { ...anHour, publishedAt: null })
  await givenBookableConsultant(app, { ...anHour, services: ['BIZ_FUTURE'] })
  const initial = { packageId: 'my-future-basic', lineKey: 'initial-consultation' }
  await givenBookableConsultant(app, { ...anHour, sessions: [initial] })
  const disabled = await givenBookableConsultant(app, anHour)
  await app.rows('update account set disabled_at = now() where id = $1', disabled.accountId)
  const former = await givenBookableConsultant(app, anHour)
  await app.rows("update account set role = 'member' where id = $1", former.accountId)
  expect(await offered()).toEqual([])
  expect(await offered({ lineKey: 'initial-consultation' })).toHaveLength(6)
  await givenBookableConsultant(app, { ...anHour, sessions: [initial, { ...initial, lineKey: 'final-call' }] })
  expect(await offered()).toHaveLength(5)
})

test('no time is offered before the session that comes first is over, nor, when that one moves, after those that follow', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, anHour)
  const { offered, bookingAt } = await givenPackage(app)
  const first = await insertBooking(app, { ...bookingAt(id, '09:10'), minutes: 10 })
  expect(await offered()).toEqual(['09:20', '09:30', '09:40'])
  await insertBooking(app, { ...bookingAt(id, '09:40'), lineKey: 'final-call' })
  expect(await offered({ lineKey: 'initial-consultation', moving: first })).toEqual([
    '09:00',
    '09:10',
    '09:20',
    '09:30',
  ])
})

test('no time is offered at which the member is in another session', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app, anHour)
  const elsewhere = await givenBookableConsultant(app, { services: ['BIZ_FUTURE'] })
  const { member, offered, bookingAt } = await givenPackage(app)
  const entitlementId = await grantPackage(app, member.id, 'biz-future-basic')
  const other = { entitlementId, packageId: 'biz-future-basic', lineKey: 'consultation' }
  await insertBooking(app, { ...bookingAt(elsewhere.id, '09:20'), ...other })
  expect(await offered()).toEqual(['09:00', '09:40'])
})

test('a session begins neither before now nor after the package', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app, { timeZone: 'UTC' })
  const { ask, endsAt } = await givenPackage(app)
  const now = app.clock.now()
  const { body } = await ask(new Date(now.getTime() - 86_400_000), new Date(endsAt.getTime() + 86_400_000))
  const times = body.data.times.map(({ startsAt }: { startsAt: string }) => Date.parse(startsAt))
  expect(times.at(0)).toBeGreaterThanOrEqual(now.getTime())
  expect(times.at(-1)).toBeLessThan(endsAt.getTime())
  expect(times.at(-1)).toBeGreaterThanOrEqual(endsAt.getTime() - 600_000)
})

test('where nobody is free before the package ends, the first free time after it is named', async () => {
  await using app = await startApp()
  const { ask, endsAt, day } = await givenPackage(app)
  const { id } = await givenBookableConsultant(app, anHour)
  const lastDay = new Date(`${new Date(endsAt.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`)
  await givenBusyTime(app, id, app.clock.now(), lastDay)
  const nextFree = async () => (await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`)).body.data.nextFree

  const first = new Date(await nextFree())
  expect(first.getTime()).toBeGreaterThanOrEqual(lastDay.getTime())
  expect(first.getTime()).toBeLessThan(lastDay.getTime() + 86_400_000)

  // That day is offered, since booking on it extends the package; the days after it are not.
  const { body } = await ask(lastDay, new Date(lastDay.getTime() + 7 * 86_400_000))
  const clocks = ['09:00', '09:10', '09:20', '09:30', '09:40']
  const firstDay = first.toISOString().slice(0, 10)
  expect(body.data).toEqual({
    times: clocks.map((clock) => ({ startsAt: `${firstDay}T${clock}:00.000Z`, consultantIds: [id] })),
    nextFree: first.toISOString(),
  })
  const other = await givenBookableConsultant(app, { ...anHour, weeklyHours: [] })
  expect((await ask(lastDay, endsAt, { consultantId: other.id })).body.data).toEqual({ times: [], nextFree: null })

  // Somebody is free on another day than the one that is asked for.
  const dayHours = { [dayAfter(app, 3)]: [['12:00', '12:20']] } as const
  await givenBookableConsultant(app, { ...anHour, weeklyHours: [], dayHours })
  expect(await nextFree()).toBeNull()
})

test('nothing is named where nobody is free within the horizon either', async () => {
  await using app = await startApp()
  const { ask, day } = await givenPackage(app)
  const next = async () => (await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`)).body.data
  expect(await next()).toEqual({ times: [], nextFree: null })
  await givenBookableConsultant(app, { ...anHour, weeklyHours: [], horizonDays: 365 })
  expect(await next()).toEqual({ times: [], nextFree: null })
})

test('a package is not extended for whoever waits until what is free before its end is too near to be booked', async () => {
  await using app = await startApp()
  const { member, entitlementId, ask, endsAt, day } = await givenPackage(app)
  const { id } = await givenBookableConsultant(app, { timeZone: 'UTC', minimumNoticeMinutes: 60 })
  const tooNear = new Date(app.clock.now().getTime() + 40 * 60_000)
  await givenBusyTime(app, id, tooNear, endsAt)
  const afterEnd = new Date(Math.ceil(endsAt.getTime() / 3_600_000) * 3_600_000)
  const wanted = async () => {
    const { body } = await ask(`${day}T00:00:00Z`, `${day}T24:00:00Z`)
    const startsAt = body.data.nextFree ? new Date(body.data.nextFree) : afterEnd
    const booked = await book(member, { entitlementId, startsAt })
    return { ...body.data, booked: booked.body.code ?? booked.status }
  }
  expect(await wanted()).toEqual({ times: [], nextFree: null, booked: 'outside-package' })
  await givenBusyTime(app, id, app.clock.now(), tooNear)
  expect(await wanted()).toEqual({ times: [], nextFree: expect.any(String), booked: 200 })
})
