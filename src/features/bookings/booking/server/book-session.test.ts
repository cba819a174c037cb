import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import {
  book,
  countLeft,
  dayByDay,
  givenPackage,
  hoursAhead,
  listLedgerLines,
  memberWithPackage,
  reserve,
} from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada', position: 1 })

/** Each test uses a day of its own. */
const nextDay = dayByDay(app)
const longPackage = { days: 200 }

test('booking a session responds with its details and reduces the balance by one', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const { status, body } = await book(member, { entitlementId, startsAt, notes: ' My plans ' })

  expect(status).toBe(200)
  expect(body.message).toBe('Your session is booked.')
  expect(body.data).toEqual({
    id: expect.any(String),
    entitlementId,
    lineKey: 'initial-consultation',
    packageTitle: 'MY FUTURE WEEK',
    serviceType: 'MY_FUTURE',
    title: 'Initial consultation',
    minutes: 10,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 600_000).toISOString(),
    state: 'booked',
    consultant: { id: ada.id, displayName: 'Ada', picture: expect.stringContaining('/picture?v=') },
    place: 'online',
    meetingUrl: 'https://meet.example.org/ada',
    phone: null,
    notes: 'My plans',
    cancelledBy: null,
    isForfeited: false,
    isReturned: false,
  })
  const { page, ledger } = await countLeft(app, member, entitlementId)
  expect(page).toEqual({ 'initial-consultation': 0, 'final-call': 1 })
  expect(ledger).toEqual(page)
  expect(await listLedgerLines(app, body.data.id)).toEqual(['use -1'])
})

test('a phone session requires a phone number and stores it, and an online session discards it', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const phone = '+44 7700 900123'
  const withoutPhone = await book(member, { entitlementId, startsAt: nextDay(), place: 'phone' })
  expect([withoutPhone.status, withoutPhone.body.errors]).toMatchObject([
    400,
    { phone: expect.stringContaining('phone number') },
  ])
  const phoneBooking = await book(member, { entitlementId, startsAt: nextDay(), place: 'phone', phone })
  expect(phoneBooking.body.data).toMatchObject({ place: 'phone', phone, meetingUrl: null })
  const onlineBooking = await book(member, { entitlementId, startsAt: nextDay(), lineKey: 'final-call', phone })
  expect(onlineBooking.body.data).toMatchObject({ place: 'online', phone: null })
})

test('rejects a slot that overlaps another session or its buffer', async () => {
  const beth = await givenBookableConsultant(app, { displayName: 'Beth', bufferMinutes: 15, services: ['BIZ_FUTURE'] })
  const startsAt = nextDay()
  /** Creates a new member and returns a function that books a half-hour meeting for them. */
  const newBooker = async () => {
    const { member, entitlementId } = await memberWithPackage(app, { ...longPackage, packageId: 'biz-future-pro' })
    const meeting = { entitlementId, lineKey: 'strategy-meeting', consultantId: beth.id }
    return (minutes: number) => book(member, { ...meeting, startsAt: new Date(startsAt.getTime() + minutes * 60_000) })
  }
  const [bookFirst, bookSecond] = [await newBooker(), await newBooker()]
  expect((await bookFirst(0)).status).toBe(200)
  for (const minutes of [-40, -30, 0, 30, 40]) {
    const answer = await bookSecond(minutes)
    expect([minutes, answer.status, answer.body.code]).toEqual([minutes, 409, 'slot-taken'])
  }
  expect((await bookSecond(50)).status).toBe(200)
})

test('if no consultant is chosen, the next free one is assigned, until none is free', async () => {
  const cleo = await givenBookableConsultant(app, { displayName: 'Cleo', position: 2 })
  const startsAt = nextDay()
  const names = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { member, entitlementId } = await memberWithPackage(app, longPackage)
    const { body } = await book(member, { entitlementId, startsAt })
    names.push(body.data?.consultant?.displayName ?? body.code)
  }
  expect(names).toEqual(['Ada', 'Cleo', 'slot-taken'])
  await app.rows('update consultant set published_at = null where id = $1', cleo.id)
})

test('the first session must be booked before the last and end before it starts', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const early = await book(member, { entitlementId, startsAt, lineKey: 'final-call' })
  expect([early.body.code, early.body.data]).toEqual([
    'earlier-session-first',
    { earlierTitle: 'Initial consultation' },
  ])
  await book(member, { entitlementId, startsAt })
  const hourBefore = new Date(startsAt.getTime() - 3_600_000)
  expect((await book(member, { entitlementId, startsAt: hourBefore, lineKey: 'final-call' })).body.code).toBe(
    'out-of-order',
  )
  const hourAfter = new Date(startsAt.getTime() + 3_600_000)
  expect((await book(member, { entitlementId, startsAt: hourAfter, lineKey: 'final-call' })).status).toBe(200)
})

test('a member cannot book overlapping sessions, even at the same time', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const otherPackage = await givenPackage(app, member.id, { ...longPackage, packageId: 'my-future-pro' })
  const startsAt = nextDay()
  const dora = await givenBookableConsultant(app, { displayName: 'Dora' })
  const answers = await Promise.all([
    book(member, { entitlementId, startsAt, consultantId: ada.id }),
    book(member, { entitlementId: otherPackage, startsAt, consultantId: dora.id }),
  ])
  expect(answers.map(({ body: { code } }) => code ?? 'booked').sort()).toEqual(['booked', 'booking-overlap'])
  await app.rows('update consultant set published_at = null where id = $1', dora.id)
})

test('only one unlimited session can be booked at a time, and the next one once it has ended', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { ...longPackage, packageId: 'my-future-pro' })
  await book(member, { entitlementId, startsAt: nextDay() })
  const consultation = { entitlementId, lineKey: 'consultation' }
  const { body } = await book(member, { ...consultation, startsAt: nextDay() })
  expect(body.data.title).toBe('Consultation')
  expect((await book(member, { ...consultation, startsAt: nextDay() })).body.code).toBe('already-booked')

  await app.rows(
    `update booking set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days',
       occupied = tstzrange(starts_at - interval '90 days', ends_at - interval '90 days') where id = $1`,
    body.data.id,
  )
  expect((await book(member, { ...consultation, startsAt: nextDay() })).status).toBe(200)
  expect(await app.rows('select state from booking where id = $1', body.data.id)).toEqual([{ state: 'held' }])
  expect((await countLeft(app, member, entitlementId)).page.consultation).toBeNull()
})

test('database constraints prevent double-booked slots, overlaps and a second open booking of an unlimited session', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const unlimited = { lineKey: 'consultation', packageId: 'my-future-pro', isUnlimited: true }
  const openBooking = { consultantId: ada.id, memberId: member.id, entitlementId, ...unlimited }
  await insertBooking(app, { ...openBooking, startsAt })
  const otherMember = await app.quickMember()
  await expect(insertBooking(app, { ...openBooking, memberId: otherMember.id, startsAt })).rejects.toThrow(
    'booking_slot_free',
  )
  const dora = await givenBookableConsultant(app, { publishedAt: null })
  await expect(insertBooking(app, { ...openBooking, consultantId: dora.id, startsAt })).rejects.toThrow(
    'booking_member_free',
  )
  await expect(insertBooking(app, { ...openBooking, startsAt: nextDay() })).rejects.toThrow('booking_one_open_idx')
})

test('rejects a session outside its package’s dates', async () => {
  const startsAt = nextDay()
  const packageStart = new Date(startsAt.getTime() + 3_600_000)
  const { member, entitlementId } = await memberWithPackage(app, { startsAt: packageStart, days: 3 })
  for (const tooEarly of [startsAt, packageStart])
    expect((await book(member, { entitlementId, startsAt: tooEarly })).body.code).toBe('package-not-started')
  await app.rows('update entitlement set starts_at = $2 where id = $1', entitlementId, app.clock.now())
  const end = new Date(packageStart.getTime() + 3 * 24 * 3_600_000)
  expect((await book(member, { entitlementId, startsAt: end })).body.code).toBe('outside-package')
  expect((await book(member, { entitlementId, startsAt: packageStart })).status).toBe(200)
})

test('booking from another member’s package or an unknown session responds with 404', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const stranger = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const strangersResponse = await book(stranger.member, { entitlementId, startsAt })
  expect([strangersResponse.status, strangersResponse.body.code]).toEqual([404, 'session-not-found'])
  const unknown = await book(member, { entitlementId, startsAt, lineKey: 'roadmap' })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'session-not-found'])
})

test('a reserved slot can still be booked once it is within the minimum notice period', async () => {
  const eve = await givenBookableConsultant(app, { minimumNoticeMinutes: 60, services: ['BIZ_FUTURE'] })
  const { member, entitlementId } = await memberWithPackage(app, { ...longPackage, packageId: 'biz-future-pro' })
  const sessionStart = hoursAhead(app, 1)
  const choice = { entitlementId, lineKey: 'strategy-meeting', startsAt: sessionStart, consultantId: eve.id }
  expect((await reserve(member, choice)).status).toBe(200)
  app.clock.advance({ seconds: (sessionStart.getTime() - app.clock.now().getTime()) / 1_000 - 3_600 + 60 })
  await app.rows(
    "update booking set reserved_until = $2 where member_id = $1 and state = 'reserved'",
    member.id,
    sessionStart,
  )
  expect((await book(await app.returning(member), choice)).status).toBe(200)
})

test('booking is rate-limited per member', async () => {
  const { member, entitlementId } = await memberWithPackage(app, longPackage)
  const startsAt = nextDay()
  const requests = Array.from({ length: 62 }, () => book(member, { entitlementId, startsAt, lineKey: 'nothing' }))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(60).fill(404), 429, 429])
  const otherMember = await memberWithPackage(app, longPackage)
  expect((await book(otherMember.member, { ...otherMember, startsAt })).status).toBe(200)
})

test('rejects a reserved slot if the consultant has since taken the day off', async () => {
  const eve = await givenBookableConsultant(app, { services: ['BIZ_FUTURE'] })
  const { member, entitlementId } = await memberWithPackage(app, { ...longPackage, packageId: 'biz-future-pro' })
  const choice = { entitlementId, lineKey: 'strategy-meeting', startsAt: nextDay(), consultantId: eve.id }
  expect((await reserve(member, choice)).status).toBe(200)
  await app.rows('insert into day_off values ($1, $2)', eve.id, choice.startsAt.toISOString().slice(0, 10))
  const { status, body } = await book(member, choice)
  expect([status, body.code]).toEqual([409, 'slot-taken'])
})
