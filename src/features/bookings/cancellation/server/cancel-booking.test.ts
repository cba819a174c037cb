import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import {
  atSecondsBefore,
  book,
  countLeft,
  dayByDay,
  listLedgerLines,
  memberWithPackage,
} from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)

/** When a final call on the same day starts. */
const toFinalStart = (startsAt: Date) => new Date(startsAt.getTime() + 3 * 3_600_000)

async function givenBooking(startsAt = nextDay()) {
  const { member, entitlementId } = await memberWithPackage(app, { days: 200 })
  const { body } = await book(member, { entitlementId, startsAt })
  const path = `/api/bookings/${body.data.id}`
  const cancel = (outcome: string) => member.post(`${path}/cancellation`, { outcome })
  return { member, entitlementId, id: body.data.id as string, startsAt, path, cancel }
}

test.each([
  ['24 hours and a second', 'returned', 24 * 3_600 + 1, ['use -1', 'return 1'], 1],
  ['exactly 24 hours', 'returned', 24 * 3_600, ['use -1', 'return 1'], 1],
  ['24 hours less a second', 'forfeited', 24 * 3_600 - 1, ['use -1', 'forfeit 0'], 0],
])('cancelling %s before the start has the consequences shown: %s', async (_, outcome, seconds, lines, left) => {
  const { member, entitlementId, id, startsAt, path, cancel } = await givenBooking()
  await atSecondsBefore(app, startsAt, seconds, async () => {
    const returningMember = await app.returning(member)
    const { body: booking } = await returningMember.get(path)
    expect(booking.data.cancellationTerms).toEqual({
      outcome,
      freeUntil: new Date(startsAt.getTime() - 24 * 3_600_000).toISOString(),
    })
    expect(booking.data.companyTimeZone).toBe('Europe/London')
    const { status, body } = await returningMember.post(`${path}/cancellation`, {
      outcome: booking.data.cancellationTerms.outcome,
    })
    expect([status, body.data]).toMatchObject([
      200,
      { state: 'cancelled', cancelledBy: 'member', isForfeited: outcome === 'forfeited', meetingUrl: null },
    ])
    expect((await returningMember.get(path)).body.data.cancellationTerms).toBeNull()
    expect(await listLedgerLines(app, id)).toEqual(lines)
    const { page, ledger } = await countLeft(app, returningMember, entitlementId)
    expect([page['initial-consultation'], ledger['initial-consultation']]).toEqual([left, left])
  })
  expect((await cancel(outcome)).body.code).toBe('booking-cancelled')
})

test('a cancellation is rejected if the terms have changed since the member saw them', async () => {
  const { member, id, startsAt, path, cancel } = await givenBooking()
  const { body: early } = await cancel('forfeited')
  expect([early.code, early.data.outcome]).toEqual(['terms-changed', 'returned'])
  await atSecondsBefore(app, startsAt, 24 * 3_600 - 1, async () => {
    const returningMember = await app.returning(member)
    const { status, body } = await returningMember.post(`${path}/cancellation`, { outcome: 'returned' })
    expect([status, body.code, body.data.outcome]).toEqual([409, 'terms-changed', 'forfeited'])
  })
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])
  expect(await app.rows('select state from booking where id = $1', id)).toEqual([{ state: 'booked' }])
})

test('three concurrent cancellations return the session only once', async () => {
  const { id, cancel } = await givenBooking()
  const answers = await Promise.all([1, 2, 3].map(() => cancel('returned')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await listLedgerLines(app, id)).toEqual(['use -1', 'return 1'])
})

test('the first session can be cancelled only after the later one, which is named in the response', async () => {
  const { member, entitlementId, id, startsAt, path, cancel } = await givenBooking()
  expect((await member.get(path)).body.data.laterSession).toBeNull()
  const finalStart = toFinalStart(startsAt)
  const { body: finalBooking } = await book(member, { entitlementId, startsAt: finalStart, lineKey: 'final-call' })
  const { body: booking } = await member.get(path)
  expect(booking.data.laterSession).toEqual({
    id: finalBooking.data.id,
    title: 'Final call',
    startsAt: finalStart.toISOString(),
  })
  expect((await member.get(`/api/bookings/${finalBooking.data.id}`)).body.data.laterSession).toBeNull()
  const { status, body } = await cancel('returned')
  expect([status, body.code, body.data]).toEqual([409, 'later-session-first', booking.data.laterSession])
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])

  await member.post(`/api/bookings/${finalBooking.data.id}/cancellation`, { outcome: 'returned' })
  expect((await cancel('returned')).status).toBe(200)
})

test('a first session less than 24 hours away can be forfeited while a later one is booked', async () => {
  const { member, entitlementId, startsAt, path } = await givenBooking()
  const finalStart = toFinalStart(startsAt)
  await book(member, { entitlementId, startsAt: finalStart, lineKey: 'final-call' })
  await atSecondsBefore(app, startsAt, 3_600, async () => {
    const returningMember = await app.returning(member)
    expect((await returningMember.get(path)).body.data.laterSession).toBeNull()
    expect((await returningMember.post(`${path}/cancellation`, { outcome: 'forfeited' })).status).toBe(200)
  })
})

test('cancelling the first session while booking the last never leaves only the last one booked', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { member, entitlementId, startsAt, cancel } = await givenBooking()
    const finalStart = toFinalStart(startsAt)
    const answers = await Promise.all([
      book(member, { entitlementId, startsAt: finalStart, lineKey: 'final-call' }),
      cancel('returned'),
    ])
    const codes = answers.map(({ status, body }) => body.code ?? status)
    expect([
      [200, 'later-session-first'],
      ['earlier-session-first', 200],
    ]).toContainEqual(codes)
  }
})

test('cancelling another member’s booking responds with 404', async () => {
  const { path } = await givenBooking()
  for (const stranger of [await app.quickMember(), await app.quickMember('consultant')]) {
    expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(`${path}/cancellation`, { outcome: 'returned' })).status).toBe(404)
  }
})
