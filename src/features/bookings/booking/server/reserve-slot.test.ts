import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import {
  atSecondsBefore,
  book,
  countLeft,
  dayByDay,
  hoursAhead,
  memberWithPackage,
  reserve,
} from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)
const longPackage = { days: 200 }

test('a slot is reserved for exactly five minutes without using up a session', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const rival = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const before = app.clock.now().getTime()
  const { status, body } = await reserve(member, { entitlementId, startsAt })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ consultant: { id: ada.id, displayName: 'Ada' }, startsAt: startsAt.toISOString() })
  const until = new Date(body.data.reservedUntil)
  expect(until.getTime() - before).toBeGreaterThanOrEqual(300_000)
  expect(until.getTime() - before).toBeLessThan(330_000)
  expect((await countLeft(app, member, entitlementId)).ledger['initial-consultation']).toBe(1)
  expect((await member.get('/api/bookings?when=upcoming')).body.data.items).toEqual([])
  const reserveAsRival = () => reserve(rival.member, { ...rival, startsAt })
  expect((await atSecondsBefore(app, until, 1, reserveAsRival)).body.code).toBe('slot-taken')
  expect((await atSecondsBefore(app, until, 0, reserveAsRival)).status).toBe(200)
})

test('a reserved slot is not available to other members until it is released', async () => {
  const owner = await memberWithPackage(app, longPackage)
  const rival = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  await reserve(owner.member, { ...owner, startsAt })
  expect((await reserve(rival.member, { ...rival, startsAt })).body.code).toBe('slot-taken')
  expect((await owner.member.delete('/api/reservations')).status).toBe(200)
  expect((await reserve(rival.member, { ...rival, startsAt })).status).toBe(200)
  // Releasing succeeds even if there is no reservation.
  expect((await owner.member.delete('/api/reservations')).status).toBe(200)
  expect((await book(owner.member, { ...owner, startsAt })).body.code).toBe('slot-taken')
})

test('a new reservation replaces the member’s earlier one, and reserving the same slot restarts the five minutes', async () => {
  const owner = await memberWithPackage(app, longPackage)
  const rival = await memberWithPackage(app, longPackage)
  const first = nextDay()
  const second = nextDay()
  const firstReservation = await reserve(owner.member, { ...owner, startsAt: first })
  app.clock.advance({ minutes: 2 })
  const renewed = await reserve(owner.member, { ...owner, startsAt: first })
  expect(renewed.body.data.reservedUntil > firstReservation.body.data.reservedUntil).toBe(true)
  await reserve(owner.member, { ...owner, startsAt: second })
  expect((await reserve(rival.member, { ...rival, startsAt: first })).status).toBe(200)
  expect((await reserve(rival.member, { ...rival, startsAt: second })).body.code).toBe('slot-taken')
  // If reserving fails, the existing reservation is kept.
  expect(
    await app.rows("select 1 from booking where member_id = $1 and state = 'reserved'", rival.member.id),
  ).toHaveLength(1)
})

test('rejects reserving a session that cannot be booked', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const final = await reserve(member, { entitlementId, startsAt, lineKey: 'final-call' })
  expect([final.status, final.body.code]).toEqual([409, 'earlier-session-first'])
  const stranger = await app.quickMember()
  expect((await reserve(stranger, { entitlementId, startsAt })).status).toBe(404)
})

test('reservations are rate-limited per member', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const statuses = []
  for (let attempt = 0; attempt < 61; attempt += 1)
    statuses.push(
      (await reserve(member, { entitlementId, startsAt: hoursAhead(app, 720 + attempt), lineKey: 'nothing' })).status,
    )
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
  expect(statuses[60]).toBe(429)
})

test('the same slot can be reserved at most six times an hour', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const answers: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    answers.push((await reserve(member, { entitlementId, startsAt })).status)
    await member.delete('/api/reservations')
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect((await reserve(member, { entitlementId, startsAt: nextDay() })).status).toBe(200)
})

test('neighbouring slots can be reserved at most ten times an hour in total', async () => {
  await givenBookableConsultant(app, { services: ['STUDY_WORLD'] })
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'study-world-pro', days: 20 })
  const time = nextDay().getTime()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const startsAt = new Date(time + ((attempt % 5) - 2) * 20 * 60_000)
    statuses.push((await reserve(member, { entitlementId, lineKey: 'consultation', startsAt })).status)
  }
  // Ten five-minute reservations take 50 minutes, less than the limit's hour.
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  const startsAt = new Date(time + 4 * 3_600_000)
  expect((await reserve(member, { entitlementId, lineKey: 'consultation', startsAt })).status).toBe(200)
})
