import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant, insertBooking } from '../../../../../tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '../../../../../tests/support/given/bookings.ts'
import { givenFinalCall, momentAfter, nineToTen } from '../../../../../tests/support/given/final-call.ts'
import { findPackageExtension, isFullUntilEnd } from './find-package-extension.ts'

test('an unlimited package is extended automatically only once', async () => {
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
  /** No slot is free before the package ends. */
  const comeToItsEnd = async (after = app.clock.now()) => {
    await app.rows(
      `insert into day_off (consultant_id, day)
       select $1, generate_series($2::timestamptz, $3::timestamptz + interval '1 day', interval '1 day')::date
       on conflict do nothing`,
      consultant.id,
      app.clock.now(),
      await endOf(),
    )
    const moment = Math.max((await endOf()).getTime() - 6 * HOUR_MS, after.getTime())
    app.clock.advance({ minutes: Math.ceil((moment - app.clock.now().getTime()) / MINUTE_MS) })
    return app.returning(member)
  }
  const nextFree = async (reader: Pick<typeof member, 'get'>) => {
    const days = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 240).toISOString()}`
    const { body } = await reader.get(`/api/sessions/slots?entitlementId=${entitlementId}&lineKey=${lineKey}&${days}`)
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
  const second = await book(again, { entitlementId, lineKey, startsAt: new Date(startsAt.getTime() + 24 * HOUR_MS) })
  expect(second.body.code).toBe('outside-package')
  expect(await endOf()).toEqual(extended)
})

/** A five-day package whose only slots are one on its third day and one after its end. */
async function openShortHours() {
  const own = await startApp()
  const dayOf = (days: number) => new Date(own.clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  const [within, after] = [dayOf(3), dayOf(8)]
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  await givenBookableConsultant(own, {
    timeZone: 'UTC',
    weeklyHours: {},
    dateOverrides: { [within]: [['10:00', '10:10']], [after]: [['10:00', '10:10']] },
  })
  const { member, entitlementId } = await memberWithPackage(own, { days: 5 })
  const goTo = async (moment: Date) => {
    own.clock.advance({ minutes: Math.ceil((moment.getTime() - own.clock.now().getTime()) / MINUTE_MS) })
    return own.returning(member)
  }
  const takeByAnother = async () => {
    const other = await memberWithPackage(own)
    expect((await book(other.member, { ...other, startsAt: at(within) })).status).toBe(200)
  }
  const isOffered = async (reader: Pick<typeof member, 'get'>) => {
    const days = `from=${own.clock.now().toISOString()}&until=${hoursAhead(own, 240).toISOString()}`
    const { body } = await reader.get(
      `/api/sessions/slots?entitlementId=${entitlementId}&lineKey=initial-consultation&${days}`,
    )
    return body.data.nextFree !== null
  }
  const bookAfter = (reader: typeof member) => book(reader, { entitlementId, startsAt: at(after) })
  return { at, within, goTo, takeByAnother, isOffered, bookAfter, [Symbol.asyncDispose]: own.close }
}

test('a member who could have booked the last slot gets no extension', async () => {
  await using week = await openShortHours()
  const late = await week.goTo(new Date(week.at(week.within).getTime() + HOUR_MS))
  expect(await week.isOffered(late)).toBe(false)
  expect((await week.bookAfter(late)).body.code).toBe('outside-package')
})

test('a member gets the extension if the last slot is taken but still ahead', async () => {
  await using week = await openShortHours()
  await week.takeByAnother()
  const inTime = await week.goTo(new Date(week.at(week.within).getTime() - HOUR_MS))
  expect(await week.isOffered(inTime)).toBe(true)
  expect((await week.bookAfter(inTime)).status).toBe(200)
})

test('a member gets the extension after the last slot if it was never free', async () => {
  await using week = await openShortHours()
  await week.takeByAnother()
  const late = await week.goTo(new Date(week.at(week.within).getTime() + HOUR_MS))
  expect(await week.isOffered(late)).toBe(true)
  expect((await week.bookAfter(late)).status).toBe(200)
})

test('a package is extended to the end of the first day with a free slot', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
  const { db } = app.context
  const now = app.clock.now()
  const free = momentAfter(line.endsAt, 3, '09:00')
  const later = momentAfter(line.endsAt, 4, '09:00')
  const dateOverrides = Object.fromEntries(
    [free, later].map((day) => [day.toISOString().slice(0, 10), [['09:00', '09:20']]]),
  )
  await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dateOverrides: dateOverrides as never })

  expect(await isFullUntilEnd(db, { line, now })).toBe(true)
  const end = await findPackageExtension(db, { line, startsAt: free, now })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })
  expect(clock.format(end ?? 0)).toBe(`${clock.format(free).slice(0, 10)}, 23:59:59`)
  expect(await findPackageExtension(db, { line, startsAt: later, now })).toBeNull()
  expect(await findPackageExtension(db, { line, startsAt: new Date(line.endsAt.getTime() - 1), now })).toBeNull()
})

test('the member’s own reservation does not postpone the first free day', async () => {
  await using app = await startApp()
  const { line, booked } = await givenFinalCall(app)
  const startsAt = momentAfter(line.endsAt, 3, '09:00')
  const dateOverrides = { [startsAt.toISOString().slice(0, 10)]: [['09:00', '09:20']] } as const
  const { id } = await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dateOverrides })
  await insertBooking(app, { ...booked, consultantId: id, startsAt, state: 'reserved' })
  expect(await findPackageExtension(app.context.db, { line, startsAt, now: app.clock.now() })).not.toBeNull()
})

test('a package is not extended if a slot is free before it ends', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
  await givenBookableConsultant(app, nineToTen)
  const now = app.clock.now()
  const startsAt = momentAfter(line.endsAt, 1, '09:00')
  expect(await isFullUntilEnd(app.context.db, { line, now })).toBe(false)
  expect(await findPackageExtension(app.context.db, { line, startsAt, now })).toBeNull()
})
