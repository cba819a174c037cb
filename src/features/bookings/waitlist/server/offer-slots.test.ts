import { afterAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { breakWrites } from '../../../../../tests/support/app/break-writes.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage } from '../../../../../tests/support/given/bookable-consultants.ts'
import { book, listLedgerLines, memberWithPackage, reserve } from '../../../../../tests/support/given/bookings.ts'
import { emailSubjectsTo } from '../../../../../tests/support/given/refunds.ts'
import { offerSlots } from './offer-slots.ts'

const app = await startApp()
afterAll(app.close)

let week = 0

/** A day such as "2026-11-25"; each test has its own week, so that slots never collide. */
const dayAfter = (days: number) =>
  new Date(app.clock.now().getTime() + (week * 7 + days) * DAY_MS).toISOString().slice(0, 10)

/** A consultant with one slot on an early day and several on a later one, and a member who has booked the early one. */
async function openWeek() {
  week += 1
  const [early, late] = [dayAfter(3), dayAfter(6)]
  const { id: consultantId } = await givenBookableConsultant(app, {
    timeZone: 'UTC',
    horizonDays: 300,
    weeklyHours: {},
    dateOverrides: { [early]: [['10:00', '10:10']], [late]: [['10:00', '12:00']] },
  })
  const at = (day: string, time: string) => new Date(`${day}T${time}:00Z`)
  const one = at(early, '10:00')
  const bookAt = async (startsAt: Date) => {
    const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
    const { body } = await book(member, { entitlementId, startsAt, consultantId })
    if (!body.success) throw new Error(body.code)
    const path = `/api/bookings/${body.data.id}`
    const wished = async () => (await member.get(`${path}/waitlist`)).body.data
    const answer = async (how: 'acceptance' | 'refusal', offerId: string) =>
      member.post(`${path}/waitlist-offers/${offerId}/${how}`)
    return { member, entitlementId, id: body.data.id as string, path, wished, answer }
  }
  const holder = await bookAt(one)
  const wholeDay = { from: at(early, '00:00').toISOString(), until: at(early, '23:00').toISOString() }
  let minutes = 0
  /** A member booked on the later day and on the waitlist for the early day. */
  const waiting = async () => {
    const who = await bookAt(new Date(at(late, '10:00').getTime() + 10 * MINUTE_MS * minutes++))
    const { status } = await who.member.send('PUT', `${who.path}/waitlist`, { windows: [wholeDay] })
    expect(status).toBe(200)
    await app.settle()
    return who
  }
  const free = async () => {
    await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
    await app.settle()
  }
  return { one, wholeDay, consultantId, bookAt, waiting, free, holder }
}

const startOf = async (bookingId: string) =>
  (await app.rows('select starts_at from booking where id = $1', bookingId))[0].starts_at

test('moving a session to its offered slot accepts the offer', async () => {
  const { one, waiting, free, consultantId } = await openWeek()
  const first = await waiting()
  await free()
  expect((await first.wished()).offer.startsAt).toBe(one.toISOString())
  const { status, body } = await first.member.post(`${first.path}/time`, { startsAt: one.toISOString(), consultantId })
  expect([status, body.code]).toEqual([200, undefined])
  await app.settle()
  expect(await app.rows('select state, is_offer from booking where member_id = $1', first.member.id)).toEqual([
    { state: 'booked', is_offer: false },
  ])
  const answers = await app.rows('select answer from waitlist_offer where booking_id = $1', first.id)
  expect(answers).toEqual([{ answer: 'accepted' }])
})

test('a freed slot is offered to the first in the waitlist only and is reserved for that member', async () => {
  const { one, waiting, free, consultantId } = await openWeek()
  const first = await waiting()
  const second = await waiting()
  expect((await first.wished()).offer).toBeNull()
  await free()

  const { offer } = await first.wished()
  expect(offer).toMatchObject({ startsAt: one.toISOString(), consultant: { id: consultantId } })
  expect(Math.round((Date.parse(offer.expiresAt) - app.clock.now().getTime()) / HOUR_MS)).toBe(2)
  expect((await second.wished()).offer).toBeNull()
  expect(emailSubjectsTo(app, first.member).at(-1)).toContain('An earlier time is free')
  expect(emailSubjectsTo(app, second.member).join()).not.toContain('An earlier time')
  const bell = await app.rows('select title, path from notification where member_id = $1', first.member.id)
  expect(bell).toContainEqual({ title: 'An earlier time is free', path: `/portal/bookings/${first.id}` })

  const other = await memberWithPackage(app, { days: 300 })
  const wanted = { ...other, startsAt: one, consultantId }
  expect((await reserve(other.member, wanted)).body.code).toBe('slot-taken')
  expect((await book(other.member, wanted)).body.code).toBe('slot-taken')
  const move = await second.member.post(`${second.path}/time`, { startsAt: one.toISOString(), consultantId })
  expect(move.body.code).toBe('slot-taken')
})

test('accepting an offer twice moves the session once and ends the waitlist entry', async () => {
  const { one, waiting, free } = await openWeek()
  const who = await waiting()
  await free()
  const { offer } = await who.wished()
  const answers = await Promise.all([who.answer('acceptance', offer.id), who.answer('acceptance', offer.id)])
  await app.settle()
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.body.data).toMatchObject({ id: who.id, startsAt: one.toISOString(), state: 'booked' })
  expect(await app.rows('select sequence from booking where id = $1', who.id)).toEqual([{ sequence: 1 }])
  expect(await listLedgerLines(app, who.id)).toEqual(['use -1'])
  expect(await app.rows('select starts_at from reserved_session where cause_id = $1', who.id)).toEqual([
    { starts_at: one },
  ])
  expect(await app.rows('select 1 from booking where is_offer and member_id = $1', who.member.id)).toEqual([])
  expect(await who.wished()).toMatchObject({ windows: [], offer: null })
  expect(emailSubjectsTo(app, who.member).at(-1)).toContain('Moved:')
  expect((await who.answer('refusal', offer.id)).body.code).toBe('offer-expired')
})

test('a declined offer goes to the next member and is not repeated', async () => {
  const { waiting, free } = await openWeek()
  const first = await waiting()
  const second = await waiting()
  await free()
  const { offer } = await first.wished()
  const before = await startOf(first.id)
  expect((await first.answer('refusal', offer.id)).status).toBe(200)
  expect((await first.answer('refusal', offer.id)).status).toBe(200)
  await app.settle()
  expect((await second.wished()).offer).not.toBeNull()
  expect(await first.wished()).toMatchObject({ offer: null, windows: [expect.anything()] })
  expect(await startOf(first.id)).toEqual(before)

  await second.answer('refusal', (await second.wished()).offer.id)
  await app.run('offer-waitlist-slots')
  expect([(await first.wished()).offer, (await second.wished()).offer]).toEqual([null, null])
})

test('an unanswered offer expires after two hours and goes to the next member', async () => {
  const { waiting, free, one } = await openWeek()
  const first = await waiting()
  const second = await waiting()
  await free()
  const { offer } = await first.wished()
  app.clock.advance({ minutes: 121 })
  const [late, next] = [await app.returning(first.member), await app.returning(second.member)]
  const answer = await late.post(`${first.path}/waitlist-offers/${offer.id}/acceptance`)
  expect(answer.body.code).toBe('offer-expired')
  await app.run('offer-waitlist-slots')

  expect((await late.get(`${first.path}/waitlist`)).body.data.offer).toBeNull()
  const { body } = await next.get(`${second.path}/waitlist`)
  expect(body.data.offer).toMatchObject({ startsAt: one.toISOString() })
  expect((await next.post(`${second.path}/waitlist-offers/${body.data.offer.id}/acceptance`)).status).toBe(200)
})

test('leaving the waitlist or cancelling the session passes the offer to the next member', async () => {
  const { waiting, free } = await openWeek()
  const [first, second, third] = [await waiting(), await waiting(), await waiting()]
  await free()
  expect((await first.wished()).offer).not.toBeNull()
  expect((await first.member.delete(`${first.path}/waitlist`)).status).toBe(200)
  await app.settle()
  expect(await first.wished()).toMatchObject({ windows: [], offer: null })
  expect((await second.wished()).offer).not.toBeNull()
  await second.member.post(`${second.path}/cancellation`, { outcome: 'returned' })
  await app.settle()
  expect((await third.wished()).offer).not.toBeNull()
})

test('an offer and a reservation of the same member can coexist', async () => {
  const { waiting, free, consultantId } = await openWeek()
  const who = await waiting()
  const more = await memberWithPackage(app, { days: 300 })
  await app.rows('update entitlement set member_id = $2 where id = $1', more.entitlementId, who.member.id)
  await free()
  const later = new Date((await startOf(who.id)).getTime() + 60 * MINUTE_MS)
  const kept = await reserve(who.member, { entitlementId: more.entitlementId, startsAt: later, consultantId })
  expect(kept.status).toBe(200)
  const { offer } = await who.wished()
  expect(offer).not.toBeNull()
  await who.member.delete('/api/reservations')
  expect((await who.wished()).offer).toEqual(offer)
  expect((await who.answer('acceptance', offer.id)).status).toBe(200)
})

test('changing the windows keeps the place in the waitlist', async () => {
  const { waiting, free, wholeDay } = await openWeek()
  const first = await waiting()
  const second = await waiting()
  await first.member.send('PUT', `${first.path}/waitlist`, { windows: [wholeDay] })
  await free()
  expect([(await first.wished()).offer !== null, (await second.wished()).offer]).toEqual([true, null])
})

test('a slot outside the member’s windows is not offered', async () => {
  const { waiting, free, one } = await openWeek()
  const who = await waiting()
  const windows = [{ from: new Date(one.getTime() + 60_000), until: new Date(one.getTime() + HOUR_MS) }]
  await who.member.send('PUT', `${who.path}/waitlist`, { windows })
  await free()
  expect((await who.wished()).offer).toBeNull()
})

test('a window must be in the future and before the session, which must be movable', async () => {
  const { bookAt, one, holder } = await openWeek()
  const path = `${holder.path}/waitlist`
  const wish = (from: Date, until: Date) => holder.member.send('PUT', path, { windows: [{ from, until }] })
  const after = (hours: number) => new Date(one.getTime() + hours * HOUR_MS)
  expect((await wish(after(0), after(1))).body.code).toBe('not-earlier')
  expect((await wish(new Date(0), new Date(1))).body.code).toBe('not-earlier')
  expect((await wish(after(-1), after(-2))).status).toBe(400)
  expect((await holder.member.send('PUT', path, { windows: [] })).status).toBe(400)
  const many = Array.from({ length: 11 }, (_, index) => ({ from: after(-20 + index), until: after(-1) }))
  expect((await holder.member.send('PUT', path, { windows: many })).status).toBe(400)
  await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
  expect((await wish(after(-3), after(-1))).body.code).toBe('cannot-join-waitlist')
  const again = await bookAt(one)
  await app.rows("update booking set state = 'held' where id = $1", again.id)
  expect((await again.wished()).canJoin).toBe(false)
})

test('another member’s waitlist entry and offer respond with 404', async () => {
  const { waiting, free, wholeDay } = await openWeek()
  const who = await waiting()
  await free()
  const { offer } = await who.wished()
  const other = await app.quickMember()
  const offerPath = `${who.path}/waitlist-offers/${offer.id}`
  for (const [answer, code] of [
    [await other.get(`${who.path}/waitlist`), 'booking-not-found'],
    [await other.send('PUT', `${who.path}/waitlist`, { windows: [wholeDay] }), 'booking-not-found'],
    [await other.delete(`${who.path}/waitlist`), 'booking-not-found'],
    [await other.post(`${offerPath}/acceptance`), 'offer-not-found'],
    [await other.post(`${offerPath}/refusal`), 'offer-not-found'],
  ] as const) {
    expect([answer.status, answer.body.code]).toEqual([404, code])
  }
  expect((await who.wished()).offer).toEqual(offer)
})

test('concurrent runs offer one slot per member without errors', async () => {
  const { waiting, one } = await openWeek()
  const who = await waiting()
  await givenBookableConsultant(app, {
    timeZone: 'UTC',
    horizonDays: 300,
    weeklyHours: {},
    dateOverrides: { [one.toISOString().slice(0, 10)]: [['14:00', '14:30']] },
  })
  await Promise.all([offerSlots(app.context), offerSlots(app.context)])
  expect(await app.rows('select answer from waitlist_offer where booking_id = $1', who.id)).toEqual([{ answer: null }])
})

test('an offer of a disabled consultant is hidden, cannot be accepted and is replaced', async () => {
  const { waiting, free, one, consultantId } = await openWeek()
  const who = await waiting()
  await free()
  const { offer } = await who.wished()
  expect(offer.startsAt).toBe(one.toISOString())
  // The booked session itself is with a consultant who stays.
  const { id: other } = await givenBookableConsultant(app, {
    timeZone: 'UTC',
    horizonDays: 300,
    weeklyHours: {},
    dateOverrides: { [one.toISOString().slice(0, 10)]: [['15:00', '15:10']], ...(await laterDayOf(who.id)) },
  })
  await app.rows('update booking set consultant_id = $2 where id = $1', who.id, other)
  await app.rows(
    'update account set disabled_at = now() where id = (select account_id from consultant where id = $1)',
    consultantId,
  )
  expect((await who.wished()).offer).toBeNull()
  expect((await who.answer('acceptance', offer.id)).body.code).toBe('offer-expired')
  await app.run('release-sessions')
  await app.run('offer-waitlist-slots')
  const { offer: next } = await who.wished()
  expect(next).toMatchObject({ consultant: { id: other } })
  expect(await app.rows('select 1 from booking where is_offer and consultant_id = $1', consultantId)).toEqual([])
})

async function laterDayOf(bookingId: string) {
  const day = (await startOf(bookingId)).toISOString().slice(0, 10)
  return { [day]: [['10:00', '12:00']] as const }
}

test('rejects accepting an offer if the package has no such session, and leaves the booking unchanged', async () => {
  const { waiting, free } = await openWeek()
  const who = await waiting()
  await free()
  const { offer } = await who.wished()
  const before = await startOf(who.id)
  const bare = await grantPackage(app, who.member.id)
  await app.rows('update booking set entitlement_id = $2 where member_id = $1', who.member.id, bare)
  const { status, body } = await who.answer('acceptance', offer.id)
  expect([status, body.code]).toEqual([404, 'session-not-found'])
  expect(await startOf(who.id)).toEqual(before)
})

test('a failed offer does not block later members, and the run reports it', async () => {
  const { waiting, holder } = await openWeek()
  const first = await waiting()
  const second = await waiting()
  {
    await using _ = await breakWrites(app, 'waitlist_offer', `new.booking_id = '${first.id}'`)
    await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
    await expect(offerSlots(app.context)).rejects.toThrow('could not be offered')
  }
  expect((await second.wished()).offer).not.toBeNull()
  expect(app.logLines.join('')).toContain(first.id)
})

test('members behind many unfulfillable waitlist entries still get an offer', async () => {
  const { waiting, holder } = await openWeek()
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  await app.rows(
    `with made as (
      insert into booking (member_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at,
        ends_at, occupied, state, place, created_at, booked_at)
      select $1, $2, 'initial-consultation', 'my-future-basic', 'A session', 10, false, at, at + interval '10 minutes',
        tstzrange(at, at + interval '10 minutes'), 'booked', 'online', $3, $3
      from generate_series(1, 5) as hour, lateral (select now() + interval '80 days' + hour * interval '1 hour' as at) as times
      returning id
    ), wished as (
      insert into waitlist_entry (booking_id, joined_at) select id, now() - interval '1 day' from made returning booking_id
    )
    insert into waitlist_window (booking_id, starts_at, ends_at)
    select booking_id, now() + interval '79 days', now() + interval '79 days 1 minute' from wished`,
    member.id,
    entitlementId,
    app.clock.now(),
  )
  const last = await waiting()
  await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
  await offerSlots(app.context, 2)
  expect((await last.wished()).offer).not.toBeNull()
})
