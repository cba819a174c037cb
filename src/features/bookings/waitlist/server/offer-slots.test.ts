import { afterAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { breakWrites } from '#tests/support/app/break-writes.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage } from '#tests/support/given/bookable-consultants.ts'
import { book, listLedgerLines, memberWithPackage, reserve } from '#tests/support/given/bookings.ts'
import { emailSubjectsTo } from '#tests/support/given/refunds.ts'
import { offerSlots } from './offer-slots.ts'

const app = await startApp()
afterAll(app.close)

/** Each test has a week of its own, so that slots never clash. */
let weeksUsed = 0

type DateOverrides = NonNullable<NonNullable<Parameters<typeof givenBookableConsultant>[1]>['dateOverrides']>

/** A consultant who works only on the given days. */
const givenConsultantOn = (dateOverrides: DateOverrides) =>
  givenBookableConsultant(app, { timeZone: 'UTC', horizonDays: 300, weeklyHours: {}, dateOverrides })

/** A consultant with one slot on an early day and several on a later one, and a member who has booked the early one. */
async function openWeek(week = ++weeksUsed) {
  const [early, late] = [3, 6].map((days) =>
    new Date(app.clock.now().getTime() + (week * 7 + days) * DAY_MS).toISOString().slice(0, 10),
  ) as [string, string]
  const { id: consultantId } = await givenConsultantOn({
    [early]: [['10:00', '10:10']],
    [late]: [['10:00', '12:00']],
  })
  const slotAt = (day: string, time: string) => new Date(`${day}T${time}:00Z`)
  const earlySlot = slotAt(early, '10:00')
  const bookAt = async (startsAt: Date) => {
    const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
    const { body } = await book(member, { entitlementId, startsAt, consultantId })
    if (!body.success) throw new Error(body.code)
    const path = `/api/bookings/${body.data.id}`
    const getEntry = async () => (await member.get(`${path}/waitlist`)).body.data
    const answer = async (outcome: 'acceptance' | 'refusal', offerId: string) =>
      member.post(`${path}/waitlist-offers/${offerId}/${outcome}`)
    return { member, entitlementId, id: body.data.id as string, path, getEntry, answer }
  }
  const holder = await bookAt(earlySlot)
  const wholeDay = { from: slotAt(early, '00:00').toISOString(), until: slotAt(early, '23:00').toISOString() }
  let minutes = 0
  /** A member who has booked the later day and is on the waitlist for the early day. */
  const joinAsNewMember = async () => {
    const candidate = await bookAt(new Date(slotAt(late, '10:00').getTime() + 10 * MINUTE_MS * minutes++))
    const { status } = await candidate.member.send('PUT', `${candidate.path}/waitlist`, { windows: [wholeDay] })
    expect(status).toBe(200)
    await app.settle()
    return candidate
  }
  const freeEarlySlot = async () => {
    await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
    await app.settle()
  }
  const offerSlotToNewMember = async () => {
    const candidate = await joinAsNewMember()
    await freeEarlySlot()
    return { candidate, offer: (await candidate.getEntry()).offer }
  }
  return { earlySlot, wholeDay, consultantId, bookAt, joinAsNewMember, freeEarlySlot, offerSlotToNewMember, holder }
}

const getStart = async (bookingId: string) =>
  (await app.rows('select starts_at from booking where id = $1', bookingId))[0].starts_at

test('moving a session to the slot offered for it accepts the offer', async () => {
  const { earlySlot, joinAsNewMember, freeEarlySlot, consultantId } = await openWeek()
  const first = await joinAsNewMember()
  await freeEarlySlot()
  expect((await first.getEntry()).offer.startsAt).toBe(earlySlot.toISOString())
  const { status, body } = await first.member.post(`${first.path}/time`, {
    startsAt: earlySlot.toISOString(),
    consultantId,
  })
  expect([status, body.code]).toEqual([200, undefined])
  await app.settle()
  expect(await app.rows('select state, is_offer from booking where member_id = $1', first.member.id)).toEqual([
    { state: 'booked', is_offer: false },
  ])
  const answers = await app.rows('select answer from waitlist_offer where booking_id = $1', first.id)
  expect(answers).toEqual([{ answer: 'accepted' }])
})

test('a slot that becomes free is offered only to the first member on the waitlist and reserved for them', async () => {
  const { earlySlot, joinAsNewMember, freeEarlySlot, consultantId } = await openWeek()
  const first = await joinAsNewMember()
  const second = await joinAsNewMember()
  expect((await first.getEntry()).offer).toBeNull()
  await freeEarlySlot()

  const { offer } = await first.getEntry()
  expect(offer).toMatchObject({ startsAt: earlySlot.toISOString(), consultant: { id: consultantId } })
  expect(Math.round((Date.parse(offer.expiresAt) - app.clock.now().getTime()) / HOUR_MS)).toBe(2)
  expect((await second.getEntry()).offer).toBeNull()
  expect(emailSubjectsTo(app, first.member).at(-1)).toContain('An earlier slot is free')
  expect(emailSubjectsTo(app, second.member).join()).not.toContain('An earlier slot')
  const notifications = await app.rows('select title, path from notification where member_id = $1', first.member.id)
  expect(notifications).toContainEqual({ title: 'An earlier slot is free', path: `/portal/bookings/${first.id}` })

  const outsider = await memberWithPackage(app, { days: 300 })
  const choice = { ...outsider, startsAt: earlySlot, consultantId }
  expect((await reserve(outsider.member, choice)).body.code).toBe('slot-taken')
  expect((await book(outsider.member, choice)).body.code).toBe('slot-taken')
  const moveAnswer = await second.member.post(`${second.path}/time`, {
    startsAt: earlySlot.toISOString(),
    consultantId,
  })
  expect(moveAnswer.body.code).toBe('slot-taken')
})

test('accepting an offer twice moves the session only once and ends the waitlist entry', async () => {
  const { offerSlotToNewMember, earlySlot } = await openWeek()
  const { candidate, offer } = await offerSlotToNewMember()
  const answers = await Promise.all([
    candidate.answer('acceptance', offer.id),
    candidate.answer('acceptance', offer.id),
  ])
  await app.settle()
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.body.data).toMatchObject({ id: candidate.id, startsAt: earlySlot.toISOString(), state: 'booked' })
  expect(await app.rows('select sequence from booking where id = $1', candidate.id)).toEqual([{ sequence: 1 }])
  expect(await listLedgerLines(app, candidate.id)).toEqual(['use -1'])
  expect(await app.rows('select starts_at from reserved_session where cause_id = $1', candidate.id)).toEqual([
    { starts_at: earlySlot },
  ])
  expect(await app.rows('select 1 from booking where is_offer and member_id = $1', candidate.member.id)).toEqual([])
  expect(await candidate.getEntry()).toMatchObject({ windows: [], offer: null })
  expect(emailSubjectsTo(app, candidate.member).at(-1)).toContain('Moved:')
  expect((await candidate.answer('refusal', offer.id)).body.code).toBe('offer-expired')
})

test('a declined offer goes to the next member and is not made again', async () => {
  const { joinAsNewMember, freeEarlySlot } = await openWeek()
  const first = await joinAsNewMember()
  const second = await joinAsNewMember()
  await freeEarlySlot()
  const { offer } = await first.getEntry()
  const before = await getStart(first.id)
  expect((await first.answer('refusal', offer.id)).status).toBe(200)
  expect((await first.answer('refusal', offer.id)).status).toBe(200)
  await app.settle()
  expect((await second.getEntry()).offer).not.toBeNull()
  expect(await first.getEntry()).toMatchObject({ offer: null, windows: [expect.anything()] })
  expect(await getStart(first.id)).toEqual(before)

  await second.answer('refusal', (await second.getEntry()).offer.id)
  await app.run('offer-waitlist-slots')
  expect([(await first.getEntry()).offer, (await second.getEntry()).offer]).toEqual([null, null])
})

test('an unanswered offer expires after two hours and goes to the next member', async () => {
  const { joinAsNewMember, freeEarlySlot, earlySlot } = await openWeek()
  const first = await joinAsNewMember()
  const second = await joinAsNewMember()
  await freeEarlySlot()
  const { offer } = await first.getEntry()
  app.clock.advance({ minutes: 121 })
  const [firstMember, secondMember] = [await app.returning(first.member), await app.returning(second.member)]
  const answer = await firstMember.post(`${first.path}/waitlist-offers/${offer.id}/acceptance`)
  expect(answer.body.code).toBe('offer-expired')
  await app.run('offer-waitlist-slots')

  expect((await firstMember.get(`${first.path}/waitlist`)).body.data.offer).toBeNull()
  const { body } = await secondMember.get(`${second.path}/waitlist`)
  expect(body.data.offer).toMatchObject({ startsAt: earlySlot.toISOString() })
  expect((await secondMember.post(`${second.path}/waitlist-offers/${body.data.offer.id}/acceptance`)).status).toBe(200)
})

test('leaving the waitlist or cancelling the session passes the offer to the next member', async () => {
  const { joinAsNewMember, freeEarlySlot } = await openWeek()
  const [first, second, third] = [await joinAsNewMember(), await joinAsNewMember(), await joinAsNewMember()]
  await freeEarlySlot()
  expect((await first.getEntry()).offer).not.toBeNull()
  expect((await first.member.delete(`${first.path}/waitlist`)).status).toBe(200)
  await app.settle()
  expect(await first.getEntry()).toMatchObject({ windows: [], offer: null })
  expect((await second.getEntry()).offer).not.toBeNull()
  await second.member.post(`${second.path}/cancellation`, { outcome: 'returned' })
  await app.settle()
  expect((await third.getEntry()).offer).not.toBeNull()
})

test('a member can have an offer and a reservation at the same time', async () => {
  const { joinAsNewMember, freeEarlySlot, consultantId } = await openWeek()
  const candidate = await joinAsNewMember()
  const secondPackage = await memberWithPackage(app, { days: 300 })
  await app.rows(
    'update entitlement set member_id = $2 where id = $1',
    secondPackage.entitlementId,
    candidate.member.id,
  )
  await freeEarlySlot()
  const hourLater = new Date((await getStart(candidate.id)).getTime() + 60 * MINUTE_MS)
  const reservation = await reserve(candidate.member, {
    entitlementId: secondPackage.entitlementId,
    startsAt: hourLater,
    consultantId,
  })
  expect(reservation.status).toBe(200)
  const { offer } = await candidate.getEntry()
  expect(offer).not.toBeNull()
  await candidate.member.delete('/api/reservations')
  expect((await candidate.getEntry()).offer).toEqual(offer)
  expect((await candidate.answer('acceptance', offer.id)).status).toBe(200)
})

test('changing the windows keeps the member’s place on the waitlist', async () => {
  const { joinAsNewMember, freeEarlySlot, wholeDay } = await openWeek()
  const first = await joinAsNewMember()
  const second = await joinAsNewMember()
  await first.member.send('PUT', `${first.path}/waitlist`, { windows: [wholeDay] })
  await freeEarlySlot()
  expect([(await first.getEntry()).offer !== null, (await second.getEntry()).offer]).toEqual([true, null])
})

test('a slot outside the member’s windows is not offered', async () => {
  const { joinAsNewMember, freeEarlySlot, earlySlot } = await openWeek()
  const candidate = await joinAsNewMember()
  const windows = [{ from: new Date(earlySlot.getTime() + MINUTE_MS), until: new Date(earlySlot.getTime() + HOUR_MS) }]
  await candidate.member.send('PUT', `${candidate.path}/waitlist`, { windows })
  await freeEarlySlot()
  expect((await candidate.getEntry()).offer).toBeNull()
})

test('a window must be in the future and before the session, and the session must still be movable', async () => {
  const { bookAt, earlySlot, holder } = await openWeek()
  const path = `${holder.path}/waitlist`
  const join = (from: Date, until: Date) => holder.member.send('PUT', path, { windows: [{ from, until }] })
  const hoursAfter = (hours: number) => new Date(earlySlot.getTime() + hours * HOUR_MS)
  expect((await join(hoursAfter(0), hoursAfter(1))).body.code).toBe('not-earlier')
  expect((await join(new Date(0), new Date(1))).body.code).toBe('not-earlier')
  expect((await join(hoursAfter(-1), hoursAfter(-2))).status).toBe(400)
  expect((await holder.member.send('PUT', path, { windows: [] })).status).toBe(400)
  const tooMany = Array.from({ length: 11 }, (_, index) => ({ from: hoursAfter(-20 + index), until: hoursAfter(-1) }))
  expect((await holder.member.send('PUT', path, { windows: tooMany })).status).toBe(400)
  await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
  expect((await join(hoursAfter(-3), hoursAfter(-1))).body.code).toBe('cannot-join-waitlist')
  const rebooked = await bookAt(earlySlot)
  await app.rows("update booking set state = 'held' where id = $1", rebooked.id)
  expect((await rebooked.getEntry()).canJoin).toBe(false)
})

test('requesting another member’s waitlist entry or offer responds with 404', async () => {
  const { offerSlotToNewMember, wholeDay } = await openWeek()
  const { candidate, offer } = await offerSlotToNewMember()
  const stranger = await app.quickMember()
  const offerPath = `${candidate.path}/waitlist-offers/${offer.id}`
  for (const [answer, code] of [
    [await stranger.get(`${candidate.path}/waitlist`), 'booking-not-found'],
    [await stranger.send('PUT', `${candidate.path}/waitlist`, { windows: [wholeDay] }), 'booking-not-found'],
    [await stranger.delete(`${candidate.path}/waitlist`), 'booking-not-found'],
    [await stranger.post(`${offerPath}/acceptance`), 'offer-not-found'],
    [await stranger.post(`${offerPath}/refusal`), 'offer-not-found'],
  ] as const) {
    expect([answer.status, answer.body.code]).toEqual([404, code])
  }
  expect((await candidate.getEntry()).offer).toEqual(offer)
})

test('jobs running at the same time offer each member one slot without errors', async () => {
  const { joinAsNewMember, earlySlot } = await openWeek()
  const candidate = await joinAsNewMember()
  await givenConsultantOn({ [earlySlot.toISOString().slice(0, 10)]: [['14:00', '14:30']] })
  await Promise.all([offerSlots(app.context), offerSlots(app.context)])
  expect(await app.rows('select answer from waitlist_offer where booking_id = $1', candidate.id)).toEqual([
    { answer: null },
  ])
})

test('if a consultant is disabled, the slot offered with them is hidden, cannot be accepted and is replaced', async () => {
  const { offerSlotToNewMember, earlySlot, consultantId } = await openWeek()
  const { candidate, offer } = await offerSlotToNewMember()
  expect(offer.startsAt).toBe(earlySlot.toISOString())
  // The session already booked is with another consultant, whose account stays active.
  const { id: otherConsultantId } = await givenConsultantOn({
    [earlySlot.toISOString().slice(0, 10)]: [['15:00', '15:10']],
    [(await getStart(candidate.id)).toISOString().slice(0, 10)]: [['10:00', '12:00']],
  })
  await app.rows('update booking set consultant_id = $2 where id = $1', candidate.id, otherConsultantId)
  await app.rows(
    'update account set disabled_at = now() where id = (select account_id from consultant where id = $1)',
    consultantId,
  )
  expect((await candidate.getEntry()).offer).toBeNull()
  expect((await candidate.answer('acceptance', offer.id)).body.code).toBe('offer-expired')
  await app.run('release-sessions')
  await app.run('offer-waitlist-slots')
  const { offer: nextOffer } = await candidate.getEntry()
  expect(nextOffer).toMatchObject({ consultant: { id: otherConsultantId } })
  expect(await app.rows('select 1 from booking where is_offer and consultant_id = $1', consultantId)).toEqual([])
})

test('rejects accepting an offer if the package has no such session, and leaves the booking unchanged', async () => {
  const { offerSlotToNewMember } = await openWeek()
  const { candidate, offer } = await offerSlotToNewMember()
  const before = await getStart(candidate.id)
  const emptyPackage = await grantPackage(app, candidate.member.id)
  await app.rows('update booking set entitlement_id = $2 where member_id = $1', candidate.member.id, emptyPackage)
  const { status, body } = await candidate.answer('acceptance', offer.id)
  expect([status, body.code]).toEqual([404, 'session-not-found'])
  expect(await getStart(candidate.id)).toEqual(before)
})

test('a failed offer does not hold up later members, and the failure is reported', async () => {
  const { joinAsNewMember, holder } = await openWeek()
  const first = await joinAsNewMember()
  const second = await joinAsNewMember()
  {
    await using _ = await breakWrites(app, 'waitlist_offer', `new.booking_id = '${first.id}'`)
    await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
    await expect(offerSlots(app.context)).rejects.toThrow('could not be offered')
  }
  expect((await second.getEntry()).offer).not.toBeNull()
  expect(app.logLines.join('')).toContain(first.id)
})

test('members behind many waitlist entries that cannot be fulfilled still get an offer', async () => {
  const { joinAsNewMember, holder, earlySlot } = await openWeek()
  const windows = [{ from: new Date(earlySlot.getTime() + MINUTE_MS), until: new Date(earlySlot.getTime() + HOUR_MS) }]
  for (let count = 0; count < 3; count += 1) {
    const { member, path } = await joinAsNewMember()
    await member.send('PUT', `${path}/waitlist`, { windows })
  }
  const last = await joinAsNewMember()
  await holder.member.post(`${holder.path}/cancellation`, { outcome: 'returned' })
  await offerSlots(app.context, 2)
  expect((await last.getEntry()).offer).not.toBeNull()
})

test('an offer can be accepted even if the notice period has since become longer', async () => {
  const thisWeek = 0
  const { offerSlotToNewMember, consultantId } = await openWeek(thisWeek)
  const { candidate, offer } = await offerSlotToNewMember()
  await app.rows('update availability set minimum_notice_minutes = 20160 where consultant_id = $1', consultantId)
  expect((await candidate.answer('acceptance', offer.id)).status).toBe(200)
})

test('rejects accepting an offer on a day that the consultant has since taken off', async () => {
  const { offerSlotToNewMember, consultantId, earlySlot } = await openWeek()
  const { candidate, offer } = await offerSlotToNewMember()
  await app.rows('insert into day_off values ($1, $2)', consultantId, earlySlot.toISOString().slice(0, 10))
  const { status, body } = await candidate.answer('acceptance', offer.id)
  expect([status, body.code]).toEqual([409, 'offer-expired'])
})
