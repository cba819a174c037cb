import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, momentAfter } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'

/**
 * A five-day package with unlimited consultations. The only consultant has time for one of them before it ends, and for
 * one on each of two days afterwards.
 */
async function openShortHours({ hasEarlierSlot = false } = {}) {
  const app = await startApp()
  const slotAfter = (days: number) => momentAfter(app.clock.now(), days, '10:00')
  const [beforeEnd, afterEnd, dayLater] = [slotAfter(3), slotAfter(8), slotAfter(9)]
  const slots = [...(hasEarlierSlot ? [slotAfter(1)] : []), beforeEnd, afterEnd, dayLater]
  const days = slots.map((slot) => [slot.toISOString().slice(0, 10), [['10:00', '10:20']]])
  await givenBookableConsultant(app, { timeZone: 'UTC', weeklyHours: {}, dateOverrides: Object.fromEntries(days) })
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 5 })
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     select entitlement_id, line_key, 'use', -1, now() from entitlement_entry
     where entitlement_id = $1 and line_key in ('initial-consultation', 'final-call')`,
    entitlementId,
  )
  const session = { entitlementId, lineKey: 'consultation' }
  return {
    beforeEnd,
    afterEnd,
    dayLater,
    moveClockTo: async (moment: Date) => {
      app.clock.advance({ minutes: Math.ceil((moment.getTime() - app.clock.now().getTime()) / MINUTE_MS) })
      return app.returning(member)
    },
    takeSlotBeforeEnd: async () => {
      const otherMember = await memberWithPackage(app)
      expect((await book(otherMember.member, { ...otherMember, startsAt: beforeEnd })).status).toBe(200)
    },
    /** The first free slot after the package ends, if booking it would extend the package. */
    requestNextFree: async (reader: Pick<Member, 'get'>) => {
      const window = { from: app.clock.now().toISOString(), until: hoursAhead(app, 240).toISOString() }
      return (await reader.get(`/api/sessions/slots?${new URLSearchParams({ ...session, ...window })}`)).body.data
        .nextFree
    },
    /** @returns the reason for refusal, if there is one */
    book: async (reader: Member, startsAt: Date) => (await book(reader, { ...session, startsAt })).body.code,
    getPackageEnd: async () =>
      (await app.rows('select ends_at from entitlement where id = $1', entitlementId))[0].ends_at as Date,
    listExtensions: () =>
      app.rows(
        "select reason, extends_until from entitlement_entry where entitlement_id = $1 and kind = 'extension'",
        entitlementId,
      ),
    [Symbol.asyncDispose]: app.close,
  }
}

test.each([
  ['not extended while a slot before its end is free', { isTaken: false, hours: -1, isExtended: false }],
  ['not extended after a slot that the member could have booked', { isTaken: false, hours: 1, isExtended: false }],
  [
    'extended if its last slot is taken and still in the future',
    { isTaken: true, hours: -1, isExtended: true, hasEarlierSlot: true },
  ],
  ['extended after its last slot if that slot was never free', { isTaken: true, hours: 1, isExtended: true }],
])('a package is %s', async (_, { isTaken, hours, isExtended, ...options }) => {
  await using week = await openShortHours(options)
  if (isTaken) await week.takeSlotBeforeEnd()
  const member = await week.moveClockTo(new Date(week.beforeEnd.getTime() + hours * HOUR_MS))
  expect(await week.requestNextFree(member)).toBe(isExtended ? week.afterEnd.toISOString() : null)
  expect(await week.book(member, week.afterEnd)).toBe(isExtended ? undefined : 'outside-package')
})

test('an unlimited package is extended once, to the end of the first day with a free slot, and the reason is recorded', async () => {
  await using week = await openShortHours()
  await week.takeSlotBeforeEnd()
  const earlyMember = await week.moveClockTo(week.beforeEnd)
  expect(await week.book(earlyMember, week.dayLater)).toBe('outside-package')
  expect(await week.book(earlyMember, week.afterEnd)).toBeUndefined()
  const extendedTo = await week.getPackageEnd()
  const inLondon = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  expect(inLondon.format(extendedTo)).toBe('23:59:59')
  expect(extendedTo.getTime() - week.afterEnd.getTime()).toBeLessThan(24 * HOUR_MS)
  const reason = 'No times were free before the package ended'
  expect(await week.listExtensions()).toEqual([{ reason, extends_until: extendedTo }])

  const lateMember = await week.moveClockTo(new Date(week.afterEnd.getTime() + HOUR_MS))
  expect(await week.requestNextFree(lateMember)).toBeNull()
  expect(await week.book(lateMember, week.dayLater)).toBe('outside-package')
  expect(await week.getPackageEnd()).toEqual(extendedTo)
})
