import { expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import {
  givenBookableConsultant,
  givenBusyTime,
  grantPackage,
  insertBooking,
  momentAfter,
  nineToTen,
} from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { listFreeSlots } from './list-free-slots.ts'

const missing = '00000000-0000-4000-8000-000000000000'

/** A member with MY FUTURE WEEK, which includes a ten-minute initial consultation and a twenty-minute final call. */
async function givenMemberSlots(app: TestApp) {
  const startsAt = app.clock.now()
  const { member, entitlementId } = await memberWithPackage(app, { startsAt, days: 7 })
  const requestSlots = (from: Date | string, until: Date | string, changes: Record<string, string> = {}) => {
    const range = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
    const query = new URLSearchParams({ entitlementId, lineKey: 'final-call', ...range, ...changes })
    return member.get(`/api/sessions/slots?${query}`)
  }
  const day = dayAfter(app, 2)
  const requestDay = (changes: Record<string, string> = {}) =>
    requestSlots(`${day}T00:00:00Z`, `${day}T24:00:00Z`, changes)
  const ownBookingAt = (consultantId: string, time: string) => ({
    consultantId,
    memberId: member.id,
    entitlementId,
    startsAt: new Date(`${day}T${time}:00Z`),
    minutes: 20,
  })
  return {
    member,
    entitlementId,
    endsAt: new Date(startsAt.getTime() + 7 * DAY_MS),
    requestSlots,
    /** The day after tomorrow. */
    day,
    requestDay,
    /** That day's slots, formatted as "09:00". */
    listTimes: async (changes: Record<string, string> = {}) =>
      ((await requestDay(changes)).body.data.slots as Slot[]).map(({ startsAt }) => startsAt.slice(11, 16)),
    ownBookingAt,
    /** Another member's session. */
    givenOtherBooking: async (consultantId: string, time: string) => ({
      ...ownBookingAt(consultantId, time),
      memberId: (await app.quickMember()).id,
    }),
  }
}

type Slot = { startsAt: string }

function dayAfter(app: TestApp, days: number): string {
  return momentAfter(app.clock.now(), days, '00:00').toISOString().slice(0, 10)
}

test('a member sees the free slots for a session and which consultants are free at each', async () => {
  await using app = await startApp()
  const ada = await givenBookableConsultant(app, { ...nineToTen, position: 1 })
  const beth = await givenBookableConsultant(app, { ...nineToTen, position: 2, weeklyHours: [['09:30', '10:00']] })
  const { requestDay, day } = await givenMemberSlots(app)

  const { status, body } = await requestDay()

  const slotAt = (time: string, ...consultants: { id: string }[]) => ({
    startsAt: `${day}T${time}:00.000Z`,
    consultantIds: consultants.map(({ id }) => id),
  })
  expect([status, body.data]).toEqual([
    200,
    {
      slots: [
        slotAt('09:00', ada),
        slotAt('09:10', ada),
        slotAt('09:20', ada),
        slotAt('09:30', ada, beth),
        slotAt('09:40', ada, beth),
      ],
      nextFree: null,
    },
  ])
  const { body: onlyBeth } = await requestDay({ consultantId: beth.id })
  expect(onlyBeth.data.slots).toEqual([slotAt('09:30', beth), slotAt('09:40', beth)])
})

test('requesting slots for another member’s or an unknown package, session or booking responds with 404', async () => {
  await using app = await startApp()
  const { id: consultantId } = await givenBookableConsultant(app, nineToTen)
  const member = await givenMemberSlots(app)
  const otherMember = await givenMemberSlots(app)
  const otherBookingId = await insertBooking(app, otherMember.ownBookingAt(consultantId, '09:00'))
  const queries: Record<string, string>[] = [
    { entitlementId: otherMember.entitlementId },
    { entitlementId: missing },
    { lineKey: 'roadmap' },
    { moving: otherBookingId },
    { moving: missing },
  ]
  for (const query of queries) {
    const { status, body } = await member.requestDay(query)
    expect([status, body.code]).toEqual([404, 'session-not-found'])
  }
})

test('a request can cover at most 35 days, plus the extra hour in autumn', async () => {
  await using app = await startApp()
  const { requestSlots } = await givenMemberSlots(app)
  expect((await requestSlots('2026-10-01T00:00:00+01:00', '2026-11-05T00:00:00Z')).status).toBe(200)
  const { status, body } = await requestSlots('2026-10-01T00:00:00+01:00', '2026-11-05T00:00:01Z')
  expect([status, body.code]).toEqual([400, 'too-many-days'])
  expect((await requestSlots('2026-10-02T00:00:00Z', '2026-10-01T00:00:00Z')).body.data.slots).toEqual([])
})

test.each(['booked', 'held', 'missed'] as const)(
  'slots are not offered during %s sessions, their buffers or busy times',
  async (state) => {
    await using app = await startApp()
    const { id } = await givenBookableConsultant(app, {
      ...nineToTen,
      weeklyHours: [['09:00', '12:00']],
      bufferMinutes: 10,
    })
    const { givenOtherBooking, ownBookingAt, listTimes, day } = await givenMemberSlots(app)
    await insertBooking(app, { ...(await givenOtherBooking(id, '10:00')), state, bufferMinutes: 5 })
    await insertBooking(app, { ...ownBookingAt(id, '09:00'), state: 'cancelled' })
    await givenBusyTime(app, id, new Date(`${day}T11:00:00Z`), new Date(`${day}T11:30:00Z`))
    expect(await listTimes()).toEqual(['09:00', '09:10', '09:20', '09:30', '10:30', '10:40', '11:30', '11:40'])
  },
)

test('a reserved slot is offered only to the member who reserved it, until the reservation expires', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, nineToTen)
  const owner = await givenMemberSlots(app)
  const rival = await givenMemberSlots(app)
  await insertBooking(app, { ...owner.ownBookingAt(id, '09:20'), state: 'reserved' })
  expect(await rival.listTimes()).toEqual(['09:00', '09:40'])
  expect(await owner.listTimes()).toHaveLength(5)
  app.clock.advance({ minutes: 5 })
  expect(await rival.listTimes()).toHaveLength(5)
})

test('the slot of a session being moved counts as free for that session', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, { ...nineToTen, dailyLimit: 1 })
  const { ownBookingAt, listTimes } = await givenMemberSlots(app)
  const moving = await insertBooking(app, ownBookingAt(id, '09:20'))
  expect(await listTimes()).toEqual([])
  expect(await listTimes({ moving })).toHaveLength(5)
})

test('the notice period, horizon and daily limit are applied', async () => {
  await using app = await startApp()
  const { ownBookingAt, requestSlots, endsAt } = await givenMemberSlots(app)
  const hours = [1, 3, 4, 5].map((days) => [dayAfter(app, days), [['09:00', '09:20']]])
  const { id } = await givenBookableConsultant(app, {
    ...nineToTen,
    weeklyHours: [],
    dateOverrides: Object.fromEntries(hours),
    minimumNoticeMinutes: 2 * 24 * 60,
    horizonDays: 4,
    dailyLimit: 1,
  })
  const { id: memberId } = await app.quickMember()
  const startsAt = momentAfter(app.clock.now(), 3, '12:00')
  await insertBooking(app, { ...ownBookingAt(id, '12:00'), memberId, startsAt })
  const { body } = await requestSlots(app.clock.now(), endsAt)
  expect(body.data.slots.map((slot: Slot) => slot.startsAt)).toEqual([`${dayAfter(app, 4)}T09:00:00.000Z`])
})

test('date overrides replace weekly hours, and a day off has no slots', async () => {
  await using app = await startApp()
  const { day, requestSlots } = await givenMemberSlots(app)
  const dateOverrides = { [day]: [['20:00', '20:30']] } as const
  await givenBookableConsultant(app, { ...nineToTen, dateOverrides, daysOff: [dayAfter(app, 3)] })
  const { body } = await requestSlots(`${day}T00:00:00Z`, `${dayAfter(app, 4)}T09:20:00Z`)
  expect(body.data.slots.map(({ startsAt }: Slot) => startsAt.slice(0, 16))).toEqual([
    `${day}T20:00`,
    `${day}T20:10`,
    `${dayAfter(app, 4)}T09:00`,
    `${dayAfter(app, 4)}T09:10`,
  ])
})

test('only published, active consultants who offer the service and the session are listed', async () => {
  await using app = await startApp()
  const { listTimes } = await givenMemberSlots(app)
  await givenBookableConsultant(app, { ...nineToTen, publishedAt: null })
  await givenBookableConsultant(app, { ...nineToTen, services: ['BIZ_FUTURE'] })
  const initial = { packageId: 'my-future-basic', lineKey: 'initial-consultation' }
  await givenBookableConsultant(app, { ...nineToTen, sessions: [initial] })
  const disabled = await givenBookableConsultant(app, nineToTen)
  await app.rows('update account set disabled_at = now() where id = $1', disabled.accountId)
  const former = await givenBookableConsultant(app, nineToTen)
  await app.rows("update account set role = 'member' where id = $1", former.accountId)
  expect(await listTimes()).toEqual([])
  expect(await listTimes({ lineKey: 'initial-consultation' })).toHaveLength(6)
  await givenBookableConsultant(app, { ...nineToTen, sessions: [initial, { ...initial, lineKey: 'final-call' }] })
  expect(await listTimes()).toHaveLength(5)
})

test('slots keep sessions in order, even when the first session is moved', async () => {
  await using app = await startApp()
  const { id } = await givenBookableConsultant(app, nineToTen)
  const { listTimes, ownBookingAt } = await givenMemberSlots(app)
  const first = await insertBooking(app, { ...ownBookingAt(id, '09:10'), minutes: 10 })
  expect(await listTimes()).toEqual(['09:20', '09:30', '09:40'])
  await insertBooking(app, { ...ownBookingAt(id, '09:40'), lineKey: 'final-call' })
  expect(await listTimes({ lineKey: 'initial-consultation', moving: first })).toEqual([
    '09:00',
    '09:10',
    '09:20',
    '09:30',
  ])
})

test('no slot overlaps another of the member’s sessions', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app, nineToTen)
  const businessConsultant = await givenBookableConsultant(app, { services: ['BIZ_FUTURE'] })
  const { member, listTimes, ownBookingAt } = await givenMemberSlots(app)
  const entitlementId = await grantPackage(app, member.id, 'biz-future-basic')
  const businessSession = { entitlementId, packageId: 'biz-future-basic', lineKey: 'consultation' }
  await insertBooking(app, { ...ownBookingAt(businessConsultant.id, '09:20'), ...businessSession })
  expect(await listTimes()).toEqual(['09:00', '09:40'])
})

test('no slot is in the past or after the package ends', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app, { timeZone: 'UTC' })
  const { requestSlots, endsAt } = await givenMemberSlots(app)
  const now = app.clock.now()
  const { body } = await requestSlots(new Date(now.getTime() - DAY_MS), new Date(endsAt.getTime() + DAY_MS))
  const times = body.data.slots.map(({ startsAt }: Slot) => Date.parse(startsAt))
  expect(times.at(0)).toBeGreaterThanOrEqual(now.getTime())
  expect(times.at(-1)).toBeLessThan(endsAt.getTime())
  expect(times.at(-1)).toBeGreaterThanOrEqual(endsAt.getTime() - 600_000)
})

test('if no slot is free before the package ends, nextFree is the first free slot after it', async () => {
  await using app = await startApp()
  const { requestSlots, requestDay, endsAt } = await givenMemberSlots(app)
  const { id } = await givenBookableConsultant(app, nineToTen)
  const lastDay = momentAfter(endsAt, 2, '00:00')
  await givenBusyTime(app, id, app.clock.now(), lastDay)
  const findNextFree = async () => (await requestDay()).body.data.nextFree

  const first = new Date(await findNextFree())
  expect(first.getTime()).toBeGreaterThanOrEqual(lastDay.getTime())
  expect(first.getTime()).toBeLessThan(lastDay.getTime() + DAY_MS)

  // Booking on that day extends the package, so its slots are offered. Later days have none.
  const { body } = await requestSlots(lastDay, new Date(lastDay.getTime() + 7 * DAY_MS))
  const clocks = ['09:00', '09:10', '09:20', '09:30', '09:40']
  const firstDay = first.toISOString().slice(0, 10)
  expect(body.data).toEqual({
    slots: clocks.map((clock) => ({ startsAt: `${firstDay}T${clock}:00.000Z`, consultantIds: [id] })),
    nextFree: first.toISOString(),
  })
  const idleConsultant = await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [] })
  expect((await requestSlots(lastDay, endsAt, { consultantId: idleConsultant.id })).body.data).toEqual({
    slots: [],
    nextFree: null,
  })

  // There is a free slot within the package, but not on the day requested.
  const dateOverrides = { [dayAfter(app, 3)]: [['12:00', '12:20']] } as const
  await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dateOverrides })
  expect(await findNextFree()).toBeNull()
})

test('a package is not extended if it still has free slots that are too soon to book', async () => {
  await using app = await startApp()
  const { member, entitlementId, requestDay, endsAt } = await givenMemberSlots(app)
  const { id } = await givenBookableConsultant(app, { timeZone: 'UTC', minimumNoticeMinutes: 60 })
  const tooNear = new Date(app.clock.now().getTime() + 40 * 60_000)
  await givenBusyTime(app, id, tooNear, endsAt)
  const afterEnd = new Date(Math.ceil(endsAt.getTime() / 3_600_000) * 3_600_000)
  const bookNextFree = async () => {
    const { body } = await requestDay()
    const startsAt = body.data.nextFree ? new Date(body.data.nextFree) : afterEnd
    const answer = await book(member, { entitlementId, startsAt })
    return { ...body.data, booked: answer.body.code ?? answer.status }
  }
  expect(await bookNextFree()).toEqual({ slots: [], nextFree: null, booked: 'outside-package' })
  await givenBusyTime(app, id, app.clock.now(), tooNear)
  expect(await bookNextFree()).toEqual({ slots: [], nextFree: expect.any(String), booked: 200 })
})

test('slot requests are rate-limited per member', async () => {
  await using app = await startApp()
  const { member, entitlementId } = await memberWithPackage(app)
  const requestSlots = async (requester: Pick<typeof member, 'get'>) => {
    const span = { from: app.clock.now().toISOString(), until: hoursAhead(app, 1).toISOString() }
    const query = new URLSearchParams({ entitlementId, lineKey: 'nothing', ...span })
    return (await requester.get(`/api/sessions/slots?${query}`)).status
  }
  expect(await requestSlots(member)).toBe(404)
  await app.rows("update rate_limit set points = 599 where key like 'free-slots:%'")
  expect([await requestSlots(member), await requestSlots(member)]).toEqual([404, 429])
  expect(await requestSlots(await app.quickMember())).toBe(404)
})

test.each([
  ['ten months ahead', 300, 7],
  ['beyond the horizon', 500, 6],
])('finding the first free slot %s (%i days) reads the schedules at most %i times', async (_, days, maxReadings) => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app, { horizonDays: 365 })
  const freeAgain = hoursAhead(app, days * 24)
  await givenBusyTime(app, consultant.id, hoursAhead(app, -1), freeAgain)
  const { readings, nextFree } = await countScheduleReads(app)
  expect(nextFree?.slice(0, 10)).toBe(days < 365 ? freeAgain.toISOString().slice(0, 10) : undefined)
  expect(readings).toBeLessThanOrEqual(maxReadings)
})

/** Counts how many times a request reads the schedules. */
async function countScheduleReads(app: TestApp) {
  const { member, entitlementId } = await memberWithPackage(app)
  let readings = 0
  const { db } = app.context
  const counting = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (db.getExecutor().compileQuery(node, queryId).sql.includes('busy_time')) readings += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const actor = { memberId: member.id, role: 'member', sessionId: 'any' }
  const answer = await listFreeSlots({ ...app.context, db: counting, actor } as never, {
    entitlementId,
    lineKey: 'initial-consultation',
    from: app.clock.now().toISOString(),
    until: hoursAhead(app, 24).toISOString(),
  })
  return { readings, ...answer }
}
