import { afterAll, expect, test } from 'vitest'
import { inParallel } from '../support/app/in-parallel.ts'
import { startApp } from '../support/app/start-app.ts'
import { describeAnswer, type TestAnswer } from '../support/app/test-client.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { givenConsultant, setClockToMorning } from '../support/given/booked-sessions.ts'
import { book, hoursAhead, listLedgerLines, memberWithPackage, reserve } from '../support/given/bookings.ts'
import { isStressTest, stressTestSize } from '../support/proof/stress-test-size.ts'

/** Concurrent bookings: the database decides, and each refused request is told why. */
const rounds = stressTestSize('RACES', 8)

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada', services: ['MY_FUTURE'], horizonDays: 300 })

/** Provides a different time for each race. */
let timesUsed = 0
const nextTime = () => hoursAhead(app, 24 + 2 * ++timesUsed)
const newCaller = () => memberWithPackage(app, { days: 300 })

const CALLERS = 500

/** 500 logged-in members with a package each, prepared before the measurement. */
const callers = await inParallel(Array.from({ length: CALLERS }), 8, async () => {
  const caller = await newCaller()
  await caller.member.get('/api/sessions')
  return caller
})

test('exactly one of 500 concurrent bookings for the same time succeeds, within five seconds', async () => {
  const startsAt = nextTime()
  // The five-second limit applies to an otherwise idle machine.
  const startedAt = performance.now()
  const answers = await Promise.all(
    callers.map(({ member, entitlementId }) => book(member, { entitlementId, startsAt, consultantId: ada.id })),
  )
  const seconds = (performance.now() - startedAt) / 1_000

  expect(countOutcomes(answers)).toEqual({ done: 1, '409 slot-taken': CALLERS - 1 })
  if (isStressTest) expect(seconds).toBeLessThan(5)
  expect(await app.rows('select state from booking where starts_at = $1', startsAt)).toEqual([{ state: 'booked' }])
  const used = await app.rows("select count(*)::int from entitlement_entry where kind = 'use'")
  expect(used).toEqual([{ count: 1 }])
})

test('if 500 members book the same time with any consultant, one booking per consultant succeeds', async () => {
  const others = [await givenBookableConsultant(app), await givenBookableConsultant(app)]
  const startsAt = nextTime()
  const remainingCallers = await callersWithSessions()
  const answers = await Promise.all(
    remainingCallers.map(({ member, entitlementId }) => book(member, { entitlementId, startsAt })),
  )
  expect(countOutcomes(answers)).toEqual({ done: 3, '409 slot-taken': remainingCallers.length - 3 })
  const booked = await app.rows('select consultant_id from booking where starts_at = $1', startsAt)
  expect(new Set(booked.map((row) => row.consultant_id)).size).toBe(3)
  for (const { id } of others) await app.rows('update consultant set published_at = null where id = $1', id)
})

test('a slot is never both reserved by one member and booked by another', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [await newCaller(), await newCaller()]
    const startsAt = nextTime()
    const answers = await Promise.all([
      reserve(first.member, { ...first, startsAt, consultantId: ada.id }),
      book(second.member, { ...second, startsAt, consultantId: ada.id }),
    ])
    expect(countOutcomes(answers)).toEqual({ done: 1, '409 slot-taken': 1 })
    expect(await app.rows('select 1 from booking where starts_at = $1', startsAt)).toHaveLength(1)
  }
})

test('a session in an expired reservation goes to the same member or to another, never to both', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [await newCaller(), await newCaller()]
    const startsAt = nextTime()
    await reserve(first.member, { ...first, startsAt, consultantId: ada.id })
    app.clock.advance({ minutes: 5, seconds: 1 })
    const [returningFirst, returningSecond] = [await app.returning(first.member), await app.returning(second.member)]
    const answers = await Promise.all([
      book(returningFirst, { ...first, startsAt, consultantId: ada.id }),
      book(returningSecond, { ...second, startsAt, consultantId: ada.id }),
      app.run('release-sessions'),
    ])
    expect(countOutcomes(answers.filter((answer) => answer !== undefined))).toEqual({ done: 1, '409 slot-taken': 1 })
  }
})

test('if a session is moved and cancelled at the same moment, it is cancelled and returned to the package once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, entitlementId } = await newCaller()
    const [startsAt, laterTime] = [nextTime(), nextTime()]
    const { body } = await book(member, { entitlementId, startsAt, consultantId: ada.id })
    const path = `/api/bookings/${body.data.id}`
    const [moved, cancelled] = await Promise.all([
      member.post(`${path}/time`, { startsAt: laterTime.toISOString(), consultantId: null }),
      member.post(`${path}/cancellation`, { outcome: 'returned' }),
    ])
    expect(describeAnswer(cancelled)).toBe('done')
    expect(['done', '409 booking-cancelled']).toContain(describeAnswer(moved))
    expect(await listLedgerLines(app, body.data.id)).toEqual(['use -1', 'return 1'])
    const [row] = await app.rows('select state, sequence from booking where id = $1', body.data.id)
    expect(row).toEqual({ state: 'cancelled', sequence: moved.status === 200 ? 2 : 1 })
  }
})

test("moving two sessions to each other's times at the same moment does not deadlock", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const times = [nextTime(), nextTime()] as const
    const bookings = await Promise.all(
      times.map(async (startsAt) => {
        const { member, entitlementId } = await newCaller()
        const { body } = await book(member, { entitlementId, startsAt, consultantId: ada.id })
        return { member, id: body.data.id as string }
      }),
    )
    const answers = await Promise.all(
      bookings.map(({ member, id }, index) =>
        member.post(`/api/bookings/${id}/time`, { startsAt: times[1 - index]?.toISOString(), consultantId: ada.id }),
      ),
    )
    for (const answer of answers) expect(describeAnswer(answer)).toBe('409 slot-taken')
  }
})

test('if a member books a session in five tabs at different times, only one booking succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, entitlementId } = await newCaller()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => book(member, { entitlementId, startsAt: nextTime(), consultantId: ada.id })),
    )
    expect(countOutcomes(answers)).toEqual({ done: 1, '409 no-sessions-left': 4 })
    const [{ left }] = await app.rows(
      "select sum(quantity)::int as left from entitlement_entry where entitlement_id = $1 and line_key = 'initial-consultation'",
      entitlementId,
    )
    expect(left).toBe(0)
  }
})

test("if five members book a consultant's last session of the day, exactly one succeeds", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id: consultantId } = await givenBookableConsultant(app, { timeZone: 'UTC', dailyLimit: 1 })
    const day = hoursAhead(app, 72).toISOString().slice(0, 10)
    const requests = await Promise.all(
      ['09', '11', '13', '15', '17'].map(async (hour) => ({
        ...(await newCaller()),
        startsAt: new Date(`${day}T${hour}:00:00Z`),
        consultantId,
      })),
    )
    const answers = await Promise.all(requests.map(({ member, ...choice }) => book(member, choice)))
    expect(countOutcomes(answers)).toEqual({ done: 1, '409 slot-taken': 4 })
  }
})

test('if a session is booked during a sick-day report, the report counts it or the booking is refused', async () => {
  await setClockToMorning(app)
  for (let round = 0; round < rounds; round += 1) {
    const consultant = await givenConsultant(app)
    const requests = await Promise.all([2, 3, 4, 5].map(async (hours) => ({ ...(await newCaller()), hours })))
    const [sickDay, ...answers] = await Promise.all([
      consultant.post('/api/consultant/sick-day', { sessions: 0 }),
      ...requests.map(({ member, entitlementId, hours }) =>
        book(member, { entitlementId, startsAt: hoursAhead(app, hours), consultantId: consultant.consultantId }),
      ),
    ])
    const booked = answers.filter(({ status }) => status === 200)
    if (sickDay.status === 200) expect(booked.map(describeAnswer)).toEqual([])
    else expect([describeAnswer(sickDay), booked.length > 0]).toEqual(['409 sessions-changed', true])
  }
})

test('no member can accept an earlier time on a day the consultant takes off sick', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const consultant = await givenConsultant(app)
    const { consultantId } = consultant
    const { member, ...entitlement } = await newCaller()
    const { body } = await book(member, { ...entitlement, startsAt: hoursAhead(app, 72), consultantId })
    const path = `/api/bookings/${body.data.id}`
    const today = { from: hoursAhead(app, 2).toISOString(), until: hoursAhead(app, 4).toISOString() }
    await member.send('PUT', `${path}/waitlist`, { windows: [today] })
    await app.settle()
    const { offer } = (await member.get(`${path}/waitlist`)).body.data
    const [sickDay, accepted] = await Promise.all([
      consultant.post('/api/consultant/sick-day', { sessions: 0 }),
      member.post(`${path}/waitlist-offers/${offer.id}/acceptance`),
    ])
    const outcomes = [describeAnswer(sickDay), describeAnswer(accepted)]
    expect([
      ['done', '409 offer-expired'],
      ['409 sessions-changed', 'done'],
    ]).toContainEqual(outcomes)
  }
})

test('no error was logged', () => {
  expect(app.logLines).toEqual([])
})

/** The members from the first test who still have a session to book. */
async function callersWithSessions() {
  const used = await app.rows("select entitlement_id as id from entitlement_entry where kind = 'use'")
  const remainingCallers = callers.filter(({ entitlementId }) => !used.some(({ id }) => id === entitlementId))
  return [...remainingCallers, await newCaller()]
}

function countOutcomes(answers: TestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[describeAnswer(answer)] = (counts[describeAnswer(answer)] ?? 0) + 1
  return counts
}
