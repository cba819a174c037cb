import { expect, test, vi } from 'vitest'
import { createBatchProcessor } from '#platform/server/jobs/process-batch.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import {
  book,
  countLeft,
  hoursAhead,
  listLedgerLines,
  memberWithPackage,
  reserve,
} from '#tests/support/given/bookings.ts'
import { cancelOrphanedBookings } from './cancel-orphaned-bookings.ts'

/** A consultant with a session in 12 hours, which the member would forfeit by cancelling. */
async function openSite() {
  const app = await startApp()
  const ada = await givenConsultant(app, { displayName: 'Ada' })
  const session = await givenBookedSession(app, { consultantId: ada.consultantId, startsAt: hoursAhead(app, 12) })
  await app.settle()
  app.mails.length = 0
  const getState = async () =>
    (await app.rows('select state, cancelled_by from booking where id = $1', session.bookingId))[0]
  return { app, ada, ...session, getState, [Symbol.asyncDispose]: app.close }
}

type Site = Awaited<ReturnType<typeof openSite>>

const departures: [how: string, leave: (site: Site) => Promise<unknown>][] = [
  ['whose profile is deleted', ({ app, ada }) => app.rows('delete from consultant where id = $1', ada.consultantId)],
  [
    'whose account is disabled',
    ({ app, ada }) => app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now()),
  ],
  [
    'who is no longer a consultant',
    ({ app, ada }) => app.rows("update account set role = 'administrator' where id = $1", ada.id),
  ],
]

test.each(departures)('upcoming sessions of a consultant %s are cancelled and returned', async (_, leave) => {
  await using site = await openSite()
  const { app, member, entitlementId, bookingId, getState } = site
  await leave(site)
  await app.run('release-sessions')
  await app.run('release-sessions')

  expect(await getState()).toEqual({ state: 'cancelled', cancelled_by: 'administrator' })
  expect((await member.get(`/api/bookings/${bookingId}`)).body.data).toMatchObject({ isForfeited: false })
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'return 1'])
  const { page, ledger } = await countLeft(app, member, entitlementId)
  expect(page).toMatchObject({ 'initial-consultation': 1 })
  expect(ledger).toEqual(page)
})

test('the number in the log includes only sessions that were cancelled', async () => {
  await using site = await openSite()
  const { app, ada, getState } = site
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  const info = vi.fn()
  const log = { ...app.context.log, info }
  // The session starts after the query but before the cancellation.
  const moments = [app.clock.now(), hoursAhead(app, 24)]
  await cancelOrphanedBookings(
    { ...app.context, log, now: () => moments.shift() ?? hoursAhead(app, 24) },
    createBatchProcessor(log, 'x'),
  )
  expect([await getState(), info.mock.calls]).toEqual([{ state: 'booked', cancelled_by: null }, []])

  await cancelOrphanedBookings({ ...app.context, log }, createBatchProcessor(log, 'x'))
  expect(info).toHaveBeenCalledWith({ cancelled: 1 }, 'cancelled sessions of former consultants')
})

test('the member gets one notification and one email, with a link to book again and a calendar cancellation', async () => {
  await using site = await openSite()
  const { app, ada, member, entitlementId } = site
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  await app.run('release-sessions')
  await app.run('release-sessions')
  await app.settle()

  expect(app.mails.map(({ to }) => to)).toEqual([member.person.email])
  const [email] = app.mails
  expect(email?.subject).toMatch(/^Cancelled: Initial consultation/)
  expect(email?.text).toContain('We’re sorry, but we’ve had to cancel your session.')
  expect(email?.text).toContain('It won’t count as used')
  expect(email?.text).toContain('Your package will run for at least 14 more days')
  expect(email?.text).toContain(`/portal/bookings/new?entitlement=${entitlementId}`)
  expect(email?.attachments?.[0]?.content).toContain('METHOD:CANCEL')
  const notifications = await app.rows(
    "select text from notification where member_id = $1 and title = 'Session cancelled'",
    member.id,
  )
  expect(notifications).toEqual([
    { text: expect.stringContaining('We’re sorry, we had to cancel it. Choose another time.') },
  ])
  expect(await app.rows("select 1 from notification where member_id = $1 and title like '%cancelled'", ada.id)).toEqual(
    [],
  )
})

test('a package that ends too soon is extended by two weeks, and the ledger records the reason', async () => {
  await using site = await openSite()
  const { app, ada, entitlementId } = site
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
  ).toEqual([{ reason: 'This consultant no longer works with us' }])
})

test('a slot reserved with a disabled consultant cannot be booked and is deleted', async () => {
  await using site = await openSite()
  const { app, ada } = site
  const { member, entitlementId } = await memberWithPackage(app)
  const choice = { entitlementId, startsAt: hoursAhead(app, 30), consultantId: ada.consultantId }
  expect((await reserve(member, choice)).status).toBe(200)
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  const { status, body } = await book(member, choice)
  expect([status, body.code]).toEqual([409, 'slot-taken'])
  expect(await app.rows("select 1 from booking where member_id = $1 and state = 'booked'", member.id)).toEqual([])

  await app.run('release-sessions')
  expect(await app.rows("select 1 from booking where state = 'reserved'")).toEqual([])
})

test('unpublishing a consultant does not cancel booked sessions', async () => {
  await using site = await openSite()
  const { app, ada, getState } = site
  await app.rows('update consultant set published_at = null where id = $1', ada.consultantId)
  await app.run('release-sessions')
  expect(await getState()).toEqual({ state: 'booked', cancelled_by: null })
})

test('a session that has already started stays booked when its consultant is disabled', async () => {
  await using site = await openSite()
  const { app, ada, bookingId, getState } = site
  app.clock.advance({ hours: 14 })
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  await app.run('release-sessions')
  expect(await getState()).toEqual({ state: 'booked', cancelled_by: null })
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1'])
})

test('if the consultant is disabled, a member who cancels late still gets the session back', async () => {
  await using site = await openSite()
  const { app, ada, member, bookingId } = site
  await app.rows('update account set disabled_at = $2 where id = $1', ada.id, app.clock.now())
  const { status, body } = await member.post(`/api/bookings/${bookingId}/cancellation`, { outcome: 'forfeited' })
  expect([status, body.data]).toMatchObject([
    200,
    { state: 'cancelled', cancelledBy: 'administrator', isForfeited: false },
  ])
  expect(await listLedgerLines(app, bookingId)).toEqual(['use -1', 'return 1'])
})

test('if the member cancels at the same time, each session is cancelled once and other consultants keep theirs', async () => {
  await using site = await openSite()
  const { app, ada, member, bookingId } = site
  const beth = await givenConsultant(app)
  const bethSession = await givenBookedSession(app, { consultantId: beth.consultantId, startsAt: hoursAhead(app, 13) })
  const laterBookings: string[] = []
  for (const hours of [40, 41, 42])
    laterBookings.push(
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
    { id: bethSession.bookingId, state: 'booked', sequence: 0 },
    ...laterBookings.map((id) => ({ id, state: 'cancelled', sequence: 1 })),
  ])
})
