import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { listNextFreeDays } from './list-next-free-days.ts'
import { listOpenSchedules } from './store.ts'

/** A site at a moment of its own, because tests share a database connection, under which the days are remembered. */
async function openApp(time: string) {
  const app = await startApp()
  onTestFinished(app.close)
  let moment = new Date(time)
  const context = { db: app.context.db, now: () => moment }
  return {
    app,
    freeDays: () => listNextFreeDays(context),
    setTime: (time: string) => {
      moment = new Date(time)
    },
  }
}

test('each published consultant has the first day on which the longest session fits, in London', async () => {
  const { app, freeDays } = await openApp('2026-11-30T12:00:00Z')
  const evening = await givenBookableConsultant(app, {
    position: 1,
    dateOverrides: { '2026-12-01': [['09:00', '09:15']] },
    weeklyHours: [['18:00', '19:00']],
    minimumNoticeMinutes: 24 * 60,
  })
  const away = await givenBookableConsultant(app, {
    position: 2,
    daysOff: ['2026-11-30'],
    timeZone: 'Asia/Tokyo',
  })
  await givenBookableConsultant(app, { publishedAt: null })
  await givenBookableConsultant(app, { weeklyHours: [] })

  // A quarter of an hour is too short for the final call of 20 minutes.
  expect(await freeDays()).toEqual([
    { consultantId: evening.id, day: '2026-12-02' },
    { consultantId: away.id, day: '2026-11-30' },
  ])
})

test('a booked day is replaced within a minute', async () => {
  const { app, freeDays, setTime } = await openApp('2026-11-30T13:00:00Z')
  const { id } = await givenBookableConsultant(app, { timeZone: 'UTC', weeklyHours: [['14:00', '14:20']] })
  const shown = await freeDays()
  expect(shown).toEqual([{ consultantId: id, day: '2026-11-30' }])

  const member = await app.quickMember()
  const entitlementId = await grantPackage(app, member.id)
  const startsAt = new Date('2026-11-30T14:00:00Z')
  await insertBooking(app, { consultantId: id, memberId: member.id, entitlementId, startsAt, minutes: 20 })

  expect(await freeDays()).toEqual(shown)
  setTime('2026-11-30T13:01:00Z')
  expect(await freeDays()).toEqual([{ consultantId: id, day: '2026-12-01' }])
})

test('a day that has passed is gone at midnight in London', async () => {
  const { app, freeDays, setTime } = await openApp('2026-11-30T23:30:00Z')
  const { id } = await givenBookableConsultant(app, { weeklyHours: [['23:00', '24:00']] })
  expect(await freeDays()).toEqual([{ consultantId: id, day: '2026-11-30' }])

  setTime('2026-12-01T00:00:00Z')
  expect(await freeDays()).toEqual([{ consultantId: id, day: '2026-12-01' }])
})

test('someone who still has to confirm takes the slot until their reservation ends', async () => {
  const { app } = await openApp('2026-11-30T12:00:00Z')
  const { id } = await givenBookableConsultant(app)
  const member = await app.quickMember()
  const entitlementId = await grantPackage(app, member.id)
  const now = app.clock.now()
  await insertBooking(app, { consultantId: id, memberId: member.id, entitlementId, startsAt: now, state: 'reserved' })

  const sessionsAt = async (moment: number) => {
    const window = { from: moment, until: moment + 1 }
    const schedules = await listOpenSchedules(app.context.db, { window, now: new Date(moment) })
    return schedules.map(({ commitments }) => commitments.sessions.length)
  }
  expect(await sessionsAt(now.getTime())).toEqual([1])
  expect(await sessionsAt(now.getTime() + 10 * 60_000)).toEqual([0])
})
