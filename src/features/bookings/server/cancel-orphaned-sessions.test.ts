import { expect, test } from 'vitest'
import { book, hoursAhead, leftOf, linesOf, memberWithPackage, reserve } from '../../../../tests/support/bookings.ts'
import { breakWrites } from '../../../../tests/support/break-writes.ts'
import { givenBookedSession, givenConsultant } from '../../../../tests/support/consulting.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { releaseSessions } from './public.ts'

/** A consultant with a session in half a day, when cancelling it would already cost its member the session. */
async function openLeaving() {
  const app = await startApp()
  const ada = await givenConsultant(app, { displayName: 'Ada' })
  const session = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 12) })
  await app.settle()
  app.mails.length = 0
  const stateOf = async () =>
    (await app.rows('select state, cancelled_by from booking where id = $1', session.bookingId))[0]
  return { app, ada, ...session, stateOf, [Symbol.asyncDispose]: app.close }
}

type Leaving = Awaited<ReturnType<typeof openLeaving>>

const ways: [how: string, leave: (leaving: Leaving) => Promise<unknown>][] = [
  ['whose entry is deleted', ({ app, ada }) => app.rows('delete from consultant where id = $1', ada.consultantId)],
  [
    'whose account is disabled',
    ({ app, ada }) => app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now()),
  ],
  [
    'who is a consultant no more',
    ({ app, ada }) => app.rows("update account set role = 'administrator' where id = $1", ada.id),
  ],
]

test.each(ways)(
  'the sessions to come of somebody %s are cancelled by us, and cost their members nothing',
  async (_, leave) => {
    await using leaving = await openLeaving()
    const { app, member, entitlementId, bookingId, stateOf } = leaving
    await leave(leaving)
    await app.run('release-sessions')
    await app.run('release-sessions')

    expect(await stateOf()).toEqual({ state: 'cancelled', cancelled_by: 'administrator' })
    expect((await member.get(`/api/bookings/${bookingId}`)).body.data).toMatchObject({ isForfeited: false })
    expect(await linesOf(app, bookingId)).toEqual(['use -1', 'return 1'])
    const { page, ledger } = await leftOf(app, member, entitlementId)
    expect(page).toMatchObject({ 'initial-consultation': 1 })
    expect(ledger).toEqual(page)
  },
)

test('the member hears of it once by letter and bell, with the way to another time, and their calendar takes it out', async () => {
  await using leaving = await openLeaving()
  const { app, ada, member, entitlementId } = leaving
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  await app.run('release-sessions')
  await app.run('release-sessions')
  await app.settle()

  expect(app.mails.map(({ to }) => to)).toEqual([member.person.email])
  const [letter] = app.mails
  expect(letter?.subject).toMatch(/^Cancelled: Initial consultation/)
  expect(letter?.text).toContain('We are sorry: we had to cancel your session "Initial consultation".')
  expect(letter?.text).toContain('It does not count as used')
  expect(letter?.text).toContain('Your package runs for at least 14 days from today.')
  expect(letter?.text).toContain(`/portal/bookings/new?entitlement=${entitlementId}`)
  expect(letter?.attachments?.[0]?.content).toContain('METHOD:CANCEL')
  const bell = await app.rows(
    "select text from notification where member_id = $1 and title = 'Session cancelled'",
    member.id,
  )
  expect(bell).toEqual([{ text: expect.stringContaining('We had to cancel it. Please choose another time.') }])
  expect(await app.rows("select 1 from notification where member_id = $1 and title like '%cancelled'", ada.id)).toEqual(
    [],
  )
})

test('a package that would end soon runs two weeks longer, as after an illness', async () => {
  await using leaving = await openLeaving()
  const { app, ada, entitlementId } = leaving
  await app.rows('update entitlement set ends_at = $2 where id = $1', entitlementId, hoursAhead(app, 20))
  await app.rows('delete from consultant where id = $1', ada.consultantId)
  await app.run('release-sessions')
  const [{ ends_at: endsAt }] = await app.rows('select ends_at from entitlement where id = $1', entitlementId)
  expect(endsAt.getTime() - app.clock.now().getTime()).toBeGreaterThan(13.9 * 24 * 3_600_000)
  expect(
    await app.rows(
      "select reason from entitlement_entry where entitlement_id = $1 and kind = 'extension'",
      entitlementId,
    ),
  ).toEqual([{ reason: 'The consultant is not with us any more' }])
})

test('a time that was kept with somebody who has left can no longer be booked, and is forgotten', async () => {
  await using leaving = await openLeaving()
  const { app, ada } = leaving
  const { member, entitlementId } = await memberWithPackage(app)
  const wanted = { entitlementId, startsAt: hoursAhead(app, 30), consultantId: ada.consultantId }
  expect((await reserve(member, wanted)).status).toBe(200)
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  const { status, body } = await book(member, wanted)
  expect([status, body.code]).toEqual([409, 'slot-taken'])
  expect(await app.rows("select 1 from booking where member_id = $1 and state = 'booked'", member.id)).toEqual([])

  await app.run('release-sessions')
  expect(await app.rows("select 1 from booking where state = 'reserved'")).toEqual([])
})

test('whoever is only taken off the public page holds the sessions that are booked', async () => {
  await using leaving = await openLeaving()
  const { app, ada, stateOf } = leaving
  await app.rows('update consultant set published_at = null where id = $1', ada.consultantId)
  await app.run('release-sessions')
  expect(await stateOf()).toEqual({ state: 'booked', cancelled_by: null })
})

test('a session that has begun stays as it is when its consultant leaves', async () => {
  await using leaving = await openLeaving()
  const { app, ada, bookingId, stateOf } = leaving
  app.clock.advance({ hours: 14 })
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  await app.run('release-sessions')
  expect(await stateOf()).toEqual({ state: 'booked', cancelled_by: null })
  expect(await linesOf(app, bookingId)).toEqual(['use -1'])
})

test('whoever cancels in the minute before we do loses nothing, however late it is', async () => {
  await using leaving = await openLeaving()
  const { app, ada, member, bookingId } = leaving
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  const { status, body } = await member.post(`/api/bookings/${bookingId}/cancellation`, { outcome: 'forfeited' })
  expect([status, body.data]).toMatchObject([
    200,
    { state: 'cancelled', cancelledBy: 'administrator', isForfeited: false },
  ])
  expect(await linesOf(app, bookingId)).toEqual(['use -1', 'return 1'])
})

test('many sessions go one after the other, those of the other consultants stay, and a member who cancels meanwhile is told once', async () => {
  await using leaving = await openLeaving()
  const { app, ada, member, bookingId } = leaving
  const beth = await givenConsultant(app)
  const kept = await givenBookedSession(app, { consultantId: beth.consultantId, startsAt: hoursAhead(app, 13) })
  const more: string[] = []
  for (const hours of [40, 41, 42])
    more.push(
      (await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, hours) })).bookingId,
    )
  await app.rows("update account set role = 'member' where id = $1", ada.id)
  await Promise.all([
    app.run('release-sessions'),
    member.post(`/api/bookings/${bookingId}/cancellation`, { outcome: 'forfeited' }),
  ])
  const states = await app.rows('select id, state, sequence from booking order by starts_at')
  expect(states).toEqual([
    { id: bookingId, state: 'cancelled', sequence: 1 },
    { id: kept.bookingId, state: 'booked', sequence: 0 },
    ...more.map((id) => ({ id, state: 'cancelled', sequence: 1 })),
  ])
})

test('one session that cannot be cancelled holds up none of the others, and is tried again', async () => {
  await using leaving = await openLeaving()
  const { app, ada, bookingId, stateOf } = leaving
  const { consultantId } = ada
  const other = await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 14) })
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  {
    await using _ = await breakWrites(app, 'booking', `new.id = '${bookingId}' and new.state = 'cancelled'`)
    await expect(releaseSessions(app.context)).rejects.toThrow('could not be cancelled')
    const { body } = await other.member.get(`/api/bookings/${other.bookingId}`)
    expect([(await stateOf()).state, body.data.state]).toEqual(['booked', 'cancelled'])
    expect(app.logLines.join('')).toContain(bookingId)
  }
  await releaseSessions(app.context)
  expect((await stateOf()).state).toBe('cancelled')
})
