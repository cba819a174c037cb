import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { type Member, startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
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
  const getPackageEnd = async () =>
    (await app.rows('select ends_at from entitlement where id = $1', entitlementId))[0].ends_at
  /** No slot is free before the package ends. */
  const fillUntilEnd = async (after = app.clock.now()) => {
    await app.rows(
      `insert into day_off (consultant_id, day)
       select $1, generate_series($2::timestamptz, $3::timestamptz + interval '1 day', interval '1 day')::date
       on conflict do nothing`,
      consultant.id,
      app.clock.now(),
      await getPackageEnd(),
    )
    const moment = Math.max((await getPackageEnd()).getTime() - 6 * HOUR_MS, after.getTime())
    app.clock.advance({ minutes: Math.ceil((moment - app.clock.now().getTime()) / MINUTE_MS) })
    return app.returning(member)
  }
  const findNextFree = async (reader: Pick<typeof member, 'get'>) => {
    const nextFree = await requestNextFree(app, reader, { entitlementId, lineKey })
    return nextFree && new Date(nextFree)
  }

  const firstVisit = await fillUntilEnd()
  const startsAt = await findNextFree(firstVisit)
  const { status, body } = await book(firstVisit, { entitlementId, lineKey, startsAt })
  expect([status, body.code]).toEqual([200, undefined])
  const extended = await getPackageEnd()
  expect(extended > startsAt).toBe(true)

  const secondVisit = await fillUntilEnd(new Date(body.data.endsAt))
  expect(await findNextFree(secondVisit)).toBeNull()
  const secondBooking = await book(secondVisit, {
    entitlementId,
    lineKey,
    startsAt: new Date(startsAt.getTime() + 24 * HOUR_MS),
  })
  expect(secondBooking.body.code).toBe('outside-package')
  expect(await getPackageEnd()).toEqual(extended)
})

/** The first free slot after the end of the package, if booking it would extend the package. */
async function requestNextFree(
  app: TestApp,
  reader: Pick<Member, 'get'>,
  session: { entitlementId: string; lineKey: string },
) {
  const window = { from: app.clock.now().toISOString(), until: hoursAhead(app, 240).toISOString() }
  const { body } = await reader.get(`/api/sessions/slots?${new URLSearchParams({ ...session, ...window })}`)
  return body.data.nextFree
}

/** A five-day package whose only slots are one on its third day and one after its end. */
async function openShortHours() {
  const app = await startApp()
  const toDay = (days: number) => new Date(app.clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  const [dayWithin, dayAfterEnd] = [toDay(3), toDay(8)]
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  await givenBookableConsultant(app, {
    timeZone: 'UTC',
    weeklyHours: {},
    dateOverrides: { [dayWithin]: [['10:00', '10:10']], [dayAfterEnd]: [['10:00', '10:10']] },
  })
  const { member, entitlementId } = await memberWithPackage(app, { days: 5 })
  const moveClockTo = async (moment: Date) => {
    app.clock.advance({ minutes: Math.ceil((moment.getTime() - app.clock.now().getTime()) / MINUTE_MS) })
    return app.returning(member)
  }
  const bookAsAnother = async () => {
    const otherMember = await memberWithPackage(app)
    expect((await book(otherMember.member, { ...otherMember, startsAt: at(dayWithin) })).status).toBe(200)
  }
  const isExtensionOffered = async (reader: Pick<typeof member, 'get'>) =>
    (await requestNextFree(app, reader, { entitlementId, lineKey: 'initial-consultation' })) !== null
  const bookAfterEnd = (reader: typeof member) => book(reader, { entitlementId, startsAt: at(dayAfterEnd) })
  return {
    at,
    dayWithin,
    moveClockTo,
    bookAsAnother,
    isExtensionOffered,
    bookAfterEnd,
    [Symbol.asyncDispose]: app.close,
  }
}

test('a member who could have booked the last slot gets no extension', async () => {
  await using week = await openShortHours()
  const lateMember = await week.moveClockTo(new Date(week.at(week.dayWithin).getTime() + HOUR_MS))
  expect(await week.isExtensionOffered(lateMember)).toBe(false)
  expect((await week.bookAfterEnd(lateMember)).body.code).toBe('outside-package')
})

test('a member gets the extension if the last slot is taken but still ahead', async () => {
  await using week = await openShortHours()
  await week.bookAsAnother()
  const earlyMember = await week.moveClockTo(new Date(week.at(week.dayWithin).getTime() - HOUR_MS))
  expect(await week.isExtensionOffered(earlyMember)).toBe(true)
  expect((await week.bookAfterEnd(earlyMember)).status).toBe(200)
})

test('a member gets the extension after the last slot if it was never free', async () => {
  await using week = await openShortHours()
  await week.bookAsAnother()
  const lateMember = await week.moveClockTo(new Date(week.at(week.dayWithin).getTime() + HOUR_MS))
  expect(await week.isExtensionOffered(lateMember)).toBe(true)
  expect((await week.bookAfterEnd(lateMember)).status).toBe(200)
})

test('a package is extended to the end of the first day with a free slot', async () => {
  await using app = await startApp()
  const { line } = await givenFinalCall(app)
  const { db } = app.context
  const now = app.clock.now()
  const firstFree = momentAfter(line.endsAt, 3, '09:00')
  const secondFree = momentAfter(line.endsAt, 4, '09:00')
  const dateOverrides = Object.fromEntries(
    [firstFree, secondFree].map((day) => [day.toISOString().slice(0, 10), [['09:00', '09:20']]]),
  )
  await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dateOverrides: dateOverrides as never })

  expect(await isFullUntilEnd(db, { line, now })).toBe(true)
  const end = await findPackageExtension(db, { line, startsAt: firstFree, now })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })
  expect(clock.format(end ?? 0)).toBe(`${clock.format(firstFree).slice(0, 10)}, 23:59:59`)
  expect(await findPackageExtension(db, { line, startsAt: secondFree, now })).toBeNull()
  expect(await findPackageExtension(db, { line, startsAt: new Date(line.endsAt.getTime() - 1), now })).toBeNull()
})

test('the member’s own reservation does not postpone the first free day', async () => {
  await using app = await startApp()
  const { line, booked: bookingFields } = await givenFinalCall(app)
  const startsAt = momentAfter(line.endsAt, 3, '09:00')
  const dateOverrides = { [startsAt.toISOString().slice(0, 10)]: [['09:00', '09:20']] } as const
  const { id } = await givenBookableConsultant(app, { ...nineToTen, weeklyHours: [], dateOverrides })
  await insertBooking(app, { ...bookingFields, consultantId: id, startsAt, state: 'reserved' })
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
