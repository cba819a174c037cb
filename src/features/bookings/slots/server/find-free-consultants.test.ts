import { expect, test } from 'vitest'
import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import {
  givenBookableConsultant,
  insertBooking,
  momentAfter,
  nineToTen,
} from '#tests/support/given/bookable-consultants.ts'
import { memberWithPackage } from '#tests/support/given/bookings.ts'
import { findFreeConsultants } from './find-free-consultants.ts'

/** A member with the MY FUTURE WEEK package, and the 20-minute final call it includes. */
async function givenFinalCall(app: TestApp) {
  const { member, entitlementId } = await memberWithPackage(app)
  const lines = await listSessionLines(app.context.db, member.id as MemberId, app.clock.now())
  const line = lines.find(({ lineKey }) => lineKey === 'final-call') as SessionLine
  return { line, booked: { memberId: member.id, entitlementId, minutes: 20 } }
}

test('free consultants are sorted by the number of sessions they have that day, then by page order', async () => {
  await using app = await startApp()
  const { line, booked: bookingFields } = await givenFinalCall(app)
  const day = (time: string) => momentAfter(app.clock.now(), 2, time)
  const third = await givenBookableConsultant(app, { ...nineToTen, position: 1 })
  const second = await givenBookableConsultant(app, { ...nineToTen, position: 3, bufferMinutes: 15 })
  const first = await givenBookableConsultant(app, { ...nineToTen, position: 2 })
  const bookedConsultant = await givenBookableConsultant(app, nineToTen)
  await insertBooking(app, { ...bookingFields, consultantId: third.id, startsAt: day('09:00') })
  const moving = await insertBooking(app, {
    ...bookingFields,
    consultantId: bookedConsultant.id,
    startsAt: day('09:30'),
  })

  const findFree = (startsAt: Date, movingId?: string) =>
    findFreeConsultants(app.context.db, { line, startsAt, now: app.clock.now(), movingId })
  expect(await findFree(day('09:30'))).toEqual([
    { consultantId: first.id, bufferMinutes: 0 },
    { consultantId: second.id, bufferMinutes: 15 },
    { consultantId: third.id, bufferMinutes: 0 },
  ])
  expect((await findFree(day('09:30'), moving)).map(({ consultantId }) => consultantId)).toEqual([
    bookedConsultant.id,
    first.id,
    second.id,
    third.id,
  ])
})

test('no consultant is free at a time that is not offered', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
  await givenBookableConsultant(app, nineToTen)
  const findFree = (time: string) =>
    findFreeConsultants(app.context.db, {
      line,
      startsAt: momentAfter(app.clock.now(), 2, time),
      now: app.clock.now(),
    })
  expect(await findFree('09:40')).toHaveLength(1)
  for (const time of ['08:50', '09:05', '09:50', '10:00']) expect(await findFree(time)).toEqual([])
})
