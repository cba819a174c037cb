import { expect, test } from 'vitest'
import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { givenBookableConsultant, insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { findExtension, isFullUntilEnd } from './find-extension.ts'
import { findFreeConsultants } from './find-free-consultants.ts'

/** Somebody with MY FUTURE WEEK, and the final call of it, which takes twenty minutes. */
async function givenPackage(app: TestApp) {
  const { member } = await buy(app)
  const lines = await listSessionLines(app.context.db, member.id as MemberId, app.clock.now())
  const line = lines.find(({ lineKey }) => lineKey === 'final-call') as SessionLine
  return { line, booked: { memberId: member.id, entitlementId: line.entitlementId, minutes: 20 } }
}

/** So many days after another moment, at a time of UTC. */
function momentAfter(moment: Date, days: number, time: string): Date {
  const day = new Date(moment.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return new Date(`${day}T${time}:00Z`)
}

const nineToTen = { timeZone: 'UTC', weeklyHours: [['09:00', '10:00']] } as const

test('whoever has the fewest sessions that day is tried first, and equals in the order of our page', async () => {
  await using app = await startApp()
  const { line, booked } = await givenPackage(app)
  const day = (time: string) => momentAfter(app.clock.now(), 2, time)
  const third = await givenBookableConsultant(app, { ...nineToTen, position: 1 })
  const second = await givenBookableConsultant(app, { ...nineToTen, position: 3, bufferMinutes: 15 })
  const first = await givenBookableConsultant(app, { ...nineToTen, position: 2 })
  const taken = await givenBookableConsultant(app, nineToTen)
  await insertBooking(app, { ...booked, consultantId: third.id, startsAt: day('09:00') })
  const moving = await insertBooking(app, { ...booked, consultantId: taken.id, startsAt: day('09:30') })

  const find = (startsAt: Date, movingId?: string) =>
    findFreeConsultants(app.context.db, { line, startsAt, now: app.clock.now(), ...(movingId && { movingId }) })
  expect(await find(day('09:30'))).toEqual([
    { consultantId: first.id, bufferMinutes: 0 },
    // A half before and a half after: two sessions leave fifteen minutes between them, and one for the half minute.
    { consultantId: second.id, bufferMinutes: 8 },
    { consultantId: third.id, bufferMinutes: 0 },
  ])
  expect((await find(day('09:30'), moving)).map(({ consultantId }) => consultantId)).toEqual([
    taken.id,
    first.id,
    second.id,
    third.id,
  ])
})

test('nobody is free at a time that is not offered', async () => {
  await using app = await startApp()
  const { line } = await givenPackage(app)
  await givenBookableConsultant(app, nineToTen)
  const find = (time: string) =>
    findFreeConsultants(app.context.db, {
      line,
      startsAt: momentAfter(app.clock.now(), 2, time),
      now: app.clock.now(),
    })
  expect(await find('09:40')).toHaveLength(1)
  for (const time of ['08:50', '09:05', '09:50', '10:00']) expect(await find(time)).toEqual([])
})

test('a package is extended to the end of the first day on which somebody is free', async () => {
  await using app = await startApp()
  const { line } = await givenPackage(app)
  const { db } = app.context
  const now = app.clock.now()
  const free = momentAfter(line.endsAt, 3, '09:00')
  const later = momentAfter(line.endsAt, 4, '09:00')
  const dayHours = Object.fromEntries(
    [free, later].map((day) => [day.toISOString().slice(0, 10), [['09:00', '09:20']]]),
  )
  await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dayHours: dayHours as never })

  expect(await isFullUntilEnd(db, { line, now })).toBe(true)
  const end = await findExtension(db, { line, startsAt: free, now })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })
  expect(clock.format(end ?? 0)).toBe(`${clock.format(free).slice(0, 10)}, 23:59:59`)
  expect(await findExtension(db, { line, startsAt: later, now })).toBeNull()
  expect(await findExtension(db, { line, startsAt: new Date(line.endsAt.getTime() - 1), now })).toBeNull()
})

test('the time that is kept for the member themselves does not make the first free day a later one', async () => {
  await using app = await startApp()
  const { line, booked } = await givenPackage(app)
  const startsAt = momentAfter(line.endsAt, 3, '09:00')
  const dayHours = { [startsAt.toISOString().slice(0, 10)]: [['09:00', '09:20']] } as const
  const { id } = await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dayHours })
  await insertBooking(app, { ...booked, consultantId: id, startsAt, state: 'reserved' })
  expect(await findExtension(app.context.db, { line, startsAt, now: app.clock.now() })).not.toBeNull()
})

test('a package is not extended where somebody is free before it ends', async () => {
  await using app = await startApp()
  const { line } = await givenPackage(app)
  await givenBookableConsultant(app, nineToTen)
  const now = app.clock.now()
  const startsAt = momentAfter(line.endsAt, 1, '09:00')
  expect(await isFullUntilEnd(app.context.db, { line, now })).toBe(false)
  expect(await findExtension(app.context.db, { line, startsAt, now })).toBeNull()
})
