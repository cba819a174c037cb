import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import {
  atSecondsBefore,
  book,
  countLeft,
  dayByDay,
  hoursAhead,
  listLedgerLines,
  memberWithPackage,
  reserve,
} from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada', position: 1 })
const cleo = await givenBookableConsultant(app, { displayName: 'Cleo', position: 2 })

const nextDay = dayByDay(app)

async function givenMovableBooking(startsAt: Date, consultantId = ada.id) {
  const { member, entitlementId } = await memberWithPackage(app, { days: 200 })
  const { body } = await book(member, { entitlementId, startsAt, consultantId })
  const id = body.data.id as string
  const path = `/api/bookings/${id}/time`
  const move = (to: Date, newConsultantId: string | null = null) =>
    member.post(path, { startsAt: to.toISOString(), consultantId: newConsultantId })
  return { member, entitlementId, id, path, move }
}

test('moving a session keeps its consultant and does not use up another session', async () => {
  const before = nextDay()
  const { member, entitlementId, id, move } = await givenMovableBooking(before)
  const after = nextDay()
  const { status, body } = await move(after)
  expect([status, body.message]).toEqual([200, 'We’ve moved your session.'])
  expect(body.data).toMatchObject({ id, startsAt: after.toISOString(), state: 'booked', consultant: { id: ada.id } })
  expect(await app.rows('select sequence, starts_at from booking where id = $1', id)).toEqual([
    { sequence: 1, starts_at: after },
  ])
  expect(await app.rows('select starts_at from reserved_session where cause_id = $1', id)).toEqual([
    { starts_at: after },
  ])
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])
  const { page, ledger } = await countLeft(app, member, entitlementId)
  expect(page).toEqual(ledger)
  // Other members can book the old time.
  const otherMember = await memberWithPackage(app, { days: 200 })
  expect((await book(otherMember.member, { ...otherMember, startsAt: before, consultantId: ada.id })).status).toBe(200)
})

test('pressing the button twice moves the booking only once', async () => {
  const { id, move } = await givenMovableBooking(nextDay())
  const after = nextDay()
  const answers = await Promise.all([move(after), move(after)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await app.rows('select sequence from booking where id = $1', id)).toEqual([{ sequence: 1 }])
})

test('a session can be moved to a time within its own buffer', async () => {
  const before = nextDay()
  const { id } = await givenBookableConsultant(app, { position: 3, bufferMinutes: 20 })
  const { move } = await givenMovableBooking(before, id)
  expect((await move(new Date(before.getTime() + 600_000), id)).status).toBe(200)
  expect((await move(before, id)).status).toBe(200)
})

test('a session can be moved to another free consultant unless a particular one was requested', async () => {
  const { move } = await givenMovableBooking(nextDay())
  const after = nextDay()
  await givenMovableBooking(after)
  expect((await move(after, ada.id)).body.code).toBe('slot-taken')
  expect((await move(after)).body.data.consultant.displayName).toBe('Cleo')
  const nextSlot = nextDay()
  expect((await move(nextSlot, cleo.id)).body.data.consultant.id).toBe(cleo.id)
  expect((await move(nextSlot, ada.id)).body.data.consultant.id).toBe(ada.id)
})

test('rejects moving to a slot reserved by another member', async () => {
  const { move } = await givenMovableBooking(nextDay())
  const otherMember = await memberWithPackage(app, { days: 200 })
  const after = nextDay()
  await reserve(otherMember.member, { ...otherMember, startsAt: after, consultantId: ada.id })
  expect((await move(after, ada.id)).body.code).toBe('slot-taken')
  app.clock.advance({ minutes: 5, seconds: 1 })
  expect((await move(after, ada.id)).status).toBe(200)
})

test('a package’s sessions cannot be moved out of order', async () => {
  const { member, entitlementId, move } = await givenMovableBooking(nextDay())
  const finalStart = nextDay()
  const { body } = await book(member, { entitlementId, startsAt: finalStart, lineKey: 'final-call' })
  const laterStart = nextDay()
  expect((await move(laterStart)).body.code).toBe('out-of-order')
  expect((await move(finalStart, cleo.id)).body.code).toBe('booking-overlap')
  expect(
    (await member.post(`/api/bookings/${body.data.id}/time`, { startsAt: laterStart, consultantId: null })).status,
  ).toBe(200)
  expect((await move(finalStart)).status).toBe(200)
})

test('rejects moving beyond the end of the package', async () => {
  const { entitlementId, move } = await givenMovableBooking(nextDay())
  const [{ ends_at: end }] = await app.rows('select ends_at from entitlement where id = $1', entitlementId)
  expect((await move(hoursAhead({ clock: { ...app.clock, now: () => end } }, 24))).body.code).toBe('outside-package')
})

test.each([
  ['24 hours and a second', 200, 24 * 3_600 + 1, undefined],
  ['exactly 24 hours', 200, 24 * 3_600, undefined],
  ['24 hours less a second', 409, 24 * 3_600 - 1, 'too-late-to-move'],
  ['nothing', 409, 0, 'session-started'],
])('with %s to go before the start, moving responds with %i', async (_, status, seconds, code) => {
  const startsAt = nextDay()
  const { member, path } = await givenMovableBooking(startsAt)
  const to = nextDay()
  await atSecondsBefore(app, startsAt, seconds, async () => {
    const returningMember = await app.returning(member)
    const answer = await returningMember.post(path, { startsAt: to.toISOString(), consultantId: null })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

test('rejects moving a cancelled session; moving another member’s session responds with 404', async () => {
  const { member, id, path, move } = await givenMovableBooking(nextDay())
  const stranger = await app.quickMember()
  const body = { startsAt: nextDay().toISOString(), consultantId: null }
  expect((await stranger.post(path, body)).status).toBe(404)
  await member.post(`/api/bookings/${id}/cancellation`, { outcome: 'returned' })
  expect((await move(nextDay())).body.code).toBe('booking-cancelled')
})

test('moving to a slot that the member has reserved releases the reservation', async () => {
  const { member, entitlementId, id, move } = await givenMovableBooking(nextDay())
  const reservedStart = nextDay()
  const choice = { entitlementId, lineKey: 'final-call', startsAt: reservedStart, consultantId: ada.id }
  expect((await reserve(member, choice)).status).toBe(200)
  const { status, body } = await move(reservedStart, ada.id)
  expect([status, body.code]).toEqual([200, undefined])
  expect(await app.rows('select id, state from booking where member_id = $1', member.id)).toEqual([
    { id, state: 'booked' },
  ])
})

test('a member’s changes to bookings are rate-limited after 30', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 200 })
  const startsAt = hoursAhead(app, 24 * 55)
  const { body: booked } = await book(member, { entitlementId, startsAt })
  const path = `/api/bookings/${booked.data.id}`
  const answers: number[] = []
  for (let attempt = 1; attempt <= 31; attempt += 1) {
    const time = new Date(startsAt.getTime() + (attempt % 2) * 3_600_000).toISOString()
    answers.push((await member.post(`${path}/time`, { startsAt: time, consultantId: null })).status)
  }
  expect([answers[0], answers[29], answers[30]]).toEqual([200, 200, 429])
})
