import { expect, test } from 'vitest'
import { givenBookableConsultant, insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '../../../../tests/support/bookings.ts'
import { givenFinalCall, momentAfter, nineToTen } from '../../../../tests/support/session-line.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { findExtension, isFullUntilEnd } from './find-extension.ts'

const HOUR = 3_600_000

test('a package without limit is extended by itself once, and not day after day for ever', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app, { minimumNoticeMinutes: 0 })
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 1 })
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select entitlement_id, line_key, 'use', -1, now() from entitlement_entry
     where entitlement_id = $1 and line_key in ('initial-consultation', 'final-call')`,
    entitlementId,
  )
  const lineKey = 'consultation'
  const endOf = async () => (await app.rows('select ends_at from entitlement where id = $1', entitlementId))[0].ends_at
  /** Nobody is free any more before the package ends. */
  const comeToItsEnd = async (after = app.clock.now()) => {
    await app.rows(
      `insert into day_off (consultant_id, day)
       select $1, generate_series($2::timestamptz, $3::timestamptz + interval '1 day', interval '1 day')::date
       on conflict do nothing`,
      consultant.id,
      app.clock.now(),
      await endOf(),
    )
    const moment = Math.max((await endOf()).getTime() - 6 * HOUR, after.getTime())
    app.clock.advance({ minutes: Math.ceil((moment - app.clock.now().getTime()) / 60_000) })
    return app.returning(member)
  }
  const nextFree = async (reader: Pick<typeof member, 'get'>) => {
    const days = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 240).toISOString()}`
    const { body } = await reader.get(`/api/sessions/times?entitlementId=${entitlementId}&lineKey=${lineKey}&${days}`)
    return body.data.nextFree && new Date(body.data.nextFree)
  }

  const once = await comeToItsEnd()
  const startsAt = await nextFree(once)
  const { status, body } = await book(once, { entitlementId, lineKey, startsAt })
  expect([status, body.code]).toEqual([200, undefined])
  const extended = await endOf()
  expect(extended > startsAt).toBe(true)

  const again = await comeToItsEnd(new Date(body.data.endsAt))
  expect(await nextFree(again)).toBeNull()
  const second = await book(again, { entitlementId, lineKey, startsAt: new Date(startsAt.getTime() + 24 * HOUR) })
  expect(second.body.code).toBe('outside-package')
  expect(await endOf()).toEqual(extended)
})

/** A package of five days; its only working hours are ten minutes on the third of them, and then some after its end. */
async function openShortHours() {
  const own = await startApp()
  const dayOf = (days: number) => new Date(own.clock.now().getTime() + days * 24 * HOUR).toISOString().slice(0, 10)
  const [within, after] = [dayOf(3), dayOf(8)]
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  await givenBookableConsultant(own, {
    timeZone: 'UTC',
    weeklyHours: {},
    dayHours: { [within]: [['10:00', '10:10']], [after]: [['10:00', '10:10']] },
  })
  const { member, entitlementId } = await memberWithPackage(own, { days: 5 })
  const goTo = async (moment: Date) => {
    own.clock.advance({ minutes: Math.ceil((moment.getTime() - own.clock.now().getTime()) / 60_000) })
    return own.returning(member)
  }
  const takeByAnother = async () => {
    const other = await memberWithPackage(own)
    expect((await book(other.member, { ...other, startsAt: at(within) })).status).toBe(200)
  }
  const isOffered = async (reader: Pick<typeof member, 'get'>) => {
    const days = `from=${own.clock.now().toISOString()}&until=${hoursAhead(own, 240).toISOString()}`
    const { body } = await reader.get(
      `/api/sessions/times?entitlementId=${entitlementId}&lineKey=initial-consultation&${days}`,
    )
    return body.data.nextFree !== null
  }
  const bookAfter = (reader: typeof member) => book(reader, { entitlementId, startsAt: at(after) })
  return { at, within, goTo, takeByAnother, isOffered, bookAfter, [Symbol.asyncDispose]: own.close }
}

test('whoever comes after the last working hour of their package, and could have booked it, has no extension', async () => {
  await using week = await openShortHours()
  const late = await week.goTo(new Date(week.at(week.within).getTime() + HOUR))
  expect(await week.isOffered(late)).toBe(false)
  expect((await week.bookAfter(late)).body.code).toBe('outside-package')
})

test('whoever comes while the last working hour is still to come, and taken by others, has the extension', async () => {
  await using week = await openShortHours()
  await week.takeByAnother()
  const inTime = await week.goTo(new Date(week.at(week.within).getTime() - HOUR))
  expect(await week.isOffered(inTime)).toBe(true)
  expect((await week.bookAfter(inTime)).status).toBe(200)
})

test('whoever comes after the last working hour of a package that was full all the time has the extension', async () => {
  await using week = await openShortHours()
  await week.takeByAnother()
  const late = await week.goTo(new Date(week.at(week.within).getTime() + HOUR))
  expect(await week.isOffered(late)).toBe(true)
  expect((await week.bookAfter(late)).status).toBe(200)
})

test('a package is extended to the end of the first day on which somebody is free', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
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
  const { line, booked } = await givenFinalCall(app)
  const startsAt = momentAfter(line.endsAt, 3, '09:00')
  const dayHours = { [startsAt.toISOString().slice(0, 10)]: [['09:00', '09:20']] } as const
  const { id } = await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dayHours })
  await insertBooking(app, { ...booked, consultantId: id, startsAt, state: 'reserved' })
  expect(await findExtension(app.context.db, { line, startsAt, now: app.clock.now() })).not.toBeNull()
})

test('a package is not extended where somebody is free before it ends', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
  await givenBookableConsultant(app, nineToTen)
  const now = app.clock.now()
  const startsAt = momentAfter(line.endsAt, 1, '09:00')
  expect(await isFullUntilEnd(app.context.db, { line, now })).toBe(false)
  expect(await findExtension(app.context.db, { line, startsAt, now })).toBeNull()
})
