import { Temporal } from 'temporal-polyfill'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant } from '../../../../../tests/support/given/bookable-consultants.ts'
import {
  atSecondsBefore,
  book,
  countLeft,
  dayByDay,
  listLedgerLines,
  memberWithPackage,
} from '../../../../../tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)

async function booked(startsAt = nextDay()) {
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
])('%s before the start, cancelling matches the terms shown: it is %s', async (_, outcome, seconds, lines, left) => {
  const { member, entitlementId, id, startsAt, path, cancel } = await booked()
  await atSecondsBefore(app, startsAt, seconds, async () => {
    const again = await app.returning(member)
    const { body: shown } = await again.get(path)
    expect(shown.data.cancellationTerms).toEqual({
      outcome,
      freeUntil: new Date(startsAt.getTime() - 24 * 3_600_000).toISOString(),
    })
    expect(shown.data.companyTimeZone).toBe('Europe/London')
    const { status, body } = await again.post(`${path}/cancellation`, { outcome: shown.data.cancellationTerms.outcome })
    expect([status, body.data]).toMatchObject([
      200,
      { state: 'cancelled', cancelledBy: 'member', isForfeited: outcome === 'forfeited', meetingUrl: null },
    ])
    expect((await again.get(path)).body.data.cancellationTerms).toBeNull()
    expect(await listLedgerLines(app, id)).toEqual(lines)
    const { page, ledger } = await countLeft(app, again, entitlementId)
    expect([page['initial-consultation'], ledger['initial-consultation']]).toEqual([left, left])
  })
  expect((await cancel(outcome)).body.code).toBe('booking-cancelled')
})

test('rejects a free cancellation once the 24 hours have begun', async () => {
  const { member, id, startsAt, path } = await booked()
  await atSecondsBefore(app, startsAt, 24 * 3_600 - 1, async () => {
    const again = await app.returning(member)
    const { status, body } = await again.post(`${path}/cancellation`, { outcome: 'returned' })
    expect([status, body.code, body.data.outcome]).toEqual([409, 'terms-changed', 'forfeited'])
  })
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])
  expect(await app.rows('select state from booking where id = $1', id)).toEqual([{ state: 'booked' }])
})

test('rejects a forfeiting cancellation while cancelling is free', async () => {
  const { id, cancel } = await booked()
  const { body } = await cancel('forfeited')
  expect([body.code, body.data.outcome]).toEqual(['terms-changed', 'returned'])
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])
})

test('three concurrent cancellations return the session once', async () => {
  const { id, cancel } = await booked()
  const answers = await Promise.all([1, 2, 3].map(() => cancel('returned')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await listLedgerLines(app, id)).toEqual(['use -1', 'return 1'])
})

test('a cancelled session frees its slot and can be booked again', async () => {
  const { member, entitlementId, startsAt, cancel } = await booked()
  await cancel('returned')
  expect((await book(member, { entitlementId, startsAt })).status).toBe(200)
})

test('the first session can only be cancelled after the later one, which the page names', async () => {
  const { member, entitlementId, id, startsAt, path, cancel } = await booked()
  expect((await member.get(path)).body.data.laterSession).toBeNull()
  const final = new Date(startsAt.getTime() + 3 * 3_600_000)
  const { body: later } = await book(member, { entitlementId, startsAt: final, lineKey: 'final-call' })
  const { body: shown } = await member.get(path)
  expect(shown.data.laterSession).toEqual({
    id: later.data.id,
    title: 'Final call',
    startsAt: final.toISOString(),
  })
  expect((await member.get(`/api/bookings/${later.data.id}`)).body.data.laterSession).toBeNull()
  const { status, body } = await cancel('returned')
  expect([status, body.code, body.data]).toEqual([409, 'later-session-first', shown.data.laterSession])
  expect(await listLedgerLines(app, id)).toEqual(['use -1'])

  await member.post(`/api/bookings/${later.data.id}/cancellation`, { outcome: 'returned' })
  expect((await cancel('returned')).status).toBe(200)
})

test('a forfeited first session does not need the later one cancelled first', async () => {
  const { member, entitlementId, startsAt, path } = await booked()
  const final = new Date(startsAt.getTime() + 3 * 3_600_000)
  await book(member, { entitlementId, startsAt: final, lineKey: 'final-call' })
  await atSecondsBefore(app, startsAt, 3_600, async () => {
    const again = await app.returning(member)
    expect((await again.get(path)).body.data.laterSession).toBeNull()
    expect((await again.post(`${path}/cancellation`, { outcome: 'forfeited' })).status).toBe(200)
  })
})

test('concurrent cancellation of the first and booking of the last session never leaves only the last', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { member, entitlementId, startsAt, cancel } = await booked()
    const final = new Date(startsAt.getTime() + 3 * 3_600_000)
    const answers = await Promise.all([
      book(member, { entitlementId, startsAt: final, lineKey: 'final-call' }),
      cancel('returned'),
    ])
    const codes = answers.map(({ status, body }) => body.code ?? status)
    expect([
      [200, 'later-session-first'],
      ['earlier-session-first', 200],
    ]).toContainEqual(codes)
  }
})

test('rejects cancelling a session that has begun', async () => {
  const { member, startsAt, path } = await booked()
  await atSecondsBefore(app, startsAt, 0, async () => {
    const again = await app.returning(member)
    expect((await again.get(path)).body.data.cancellationTerms).toBeNull()
    expect((await again.post(`${path}/cancellation`, { outcome: 'forfeited' })).body.code).toBe('session-started')
  })
})

test('another member’s booking responds with 404', async () => {
  const { path } = await booked()
  for (const stranger of [await app.quickMember(), await app.quickMember('consultant')]) {
    expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(`${path}/cancellation`, { outcome: 'returned' })).status).toBe(404)
  }
})

test('the free period is 24 real hours when the clocks change', async () => {
  await using moving = await startApp()
  await givenBookableConsultant(moving, { displayName: 'Ada' })
  const change = Temporal.Instant.fromEpochMilliseconds(moving.clock.now().getTime())
    .toZonedDateTimeISO('Europe/London')
    .getTimeZoneTransition('next')
  if (!change) throw new Error('The clocks in London change no more')
  const startsAt = new Date(change.epochMilliseconds + 8 * 3_600_000)
  moving.clock.advance({ seconds: (startsAt.getTime() - moving.clock.now().getTime()) / 1_000 - 3 * 24 * 3_600 })

  for (const [seconds, outcome] of [
    [24 * 3_600 + 1, 'returned'],
    [24 * 3_600 - 1, 'forfeited'],
  ] as const) {
    const { member, entitlementId } = await memberWithPackage(moving)
    const { body: made } = await book(member, { entitlementId, startsAt })
    const path = `/api/bookings/${made.data.id}`
    await atSecondsBefore(moving, startsAt, seconds, async () => {
      const again = await moving.returning(member)
      const { cancellationTerms } = (await again.get(path)).body.data
      expect(cancellationTerms).toEqual({ outcome, freeUntil: new Date(startsAt.getTime() - 86_400_000).toISOString() })
      // The free period ends at another local time than the session’s.
      const wall = (moment: string) =>
        Temporal.Instant.from(moment).toZonedDateTimeISO('Europe/London').toPlainTime().toString()
      expect(wall(cancellationTerms.freeUntil)).not.toBe(wall(startsAt.toISOString()))
      const { body } = await again.post(`${path}/cancellation`, { outcome })
      expect(body.data).toMatchObject({ state: 'cancelled', isForfeited: outcome === 'forfeited' })
    })
    expect(await listLedgerLines(moving, made.data.id)).toEqual(
      outcome === 'returned' ? ['use -1', 'return 1'] : ['use -1', 'forfeit 0'],
    )
    await moving.rows('delete from booking where id = $1', made.data.id)
  }
})
