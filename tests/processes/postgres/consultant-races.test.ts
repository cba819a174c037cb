import { afterAll, expect, test } from 'vitest'
import { cancelBookingsOfEndedPackages } from '#features/bookings/cancellation/server/cancel-bookings-of-ended-packages.ts'
import { offerSlots } from '#features/bookings/waitlist/server/offer-slots.ts'
import { countWaiting } from '../../support/app/server-database.ts'
import { startApp } from '../../support/app/start-app.ts'
import { givenConsultant, setClockToMorning } from '../../support/given/booked-sessions.ts'
import { book, hoursAhead, memberWithPackage, reserve } from '../../support/given/bookings.ts'

/** Concurrent changes to a consultant's calendar over several connections. */

const app = await startApp()
afterAll(app.close)

const countWaitingQueries = () => countWaiting(app)

test('if a reservation is confirmed during a sick-day report, the session is booked or cancelled, never both', async () => {
  await setClockToMorning(app)
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const choice = { entitlementId, startsAt: hoursAhead(app, 3), consultantId: ada.consultantId }
  expect((await reserve(member, choice)).status).toBe(200)
  const answers: ReturnType<typeof book>[] = []
  await app.context.db.transaction().execute(async (tx) => {
    // The last step of a booking is to notify the member, which waits for this lock.
    await tx.selectFrom('account').where('id', '=', member.id).select('id').forUpdate().execute()
    answers.push(book(member, choice))
    await expect.poll(countWaitingQueries).toBe(1)
    let isIll = false
    answers.push(ada.post('/api/consultant/sick-day', { sessions: 0 }).finally(() => (isIll = true)))
    await expect.poll(async () => isIll || (await countWaitingQueries()) > 1).toBe(true)
  })
  const [booked, sickDay] = await Promise.all(answers)
  expect([booked?.status, sickDay?.body.code]).toEqual([200, 'sessions-changed'])
  const daysOff = await app.rows('select 1 from day_off where consultant_id = $1', ada.consultantId)
  expect(daysOff).toEqual([])
})

test('the two jobs that release offers do not deadlock', async () => {
  const { consultantId } = await givenConsultant(app, { horizonDays: 300 })
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  for (let round = 0; round < 5; round += 1) {
    await app.rows('delete from booking where member_id = $1', member.id)
    await givenLapsedOffers(member.id, entitlementId, consultantId)
    const jobs = await Promise.allSettled([offerSlots(app.context), cancelBookingsOfEndedPackages(app.context)])
    expect(jobs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await app.rows('select 1 from booking where is_offer')).toEqual([])
    expect(await app.rows('select distinct answer from waitlist_offer')).toEqual([{ answer: 'lapsed' }])
  }
})

/** Adds forty sessions for a member, each with an expired offer of an earlier time. */
async function givenLapsedOffers(memberId: string, entitlementId: string, consultantId: string) {
  const now = app.clock.now()
  await app.rows(
    `with time as (
      select $4::timestamptz + interval '30 days' + n * interval '1 hour' as at from generate_series(1, 40) n
    ), made as (
      insert into booking (member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited,
        starts_at, ends_at, occupied, state, place, created_at, booked_at)
      select $1, null, $2, 'initial-consultation', 'my-future-basic', 'A session', 10, false,
        at, at + interval '10 minutes', tstzrange(at, at + interval '10 minutes'), 'booked', 'online', $4, $4 from time
      returning id, starts_at
    ), wished as (
      insert into waitlist_entry (booking_id, joined_at) select id, $4 from made returning booking_id
    ), held as (
      insert into booking (member_id, consultant_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited,
        starts_at, ends_at, occupied, state, created_at, reserved_until, is_offer)
      select $1, $3, $2, 'initial-consultation', 'my-future-basic', 'A session', 10, false,
        at, at + interval '10 minutes', tstzrange(at, at + interval '10 minutes'),
        'reserved', $4, $4::timestamptz - interval '1 second', true
      from (select starts_at - interval '20 days' as at from made order by random()) earlier
      returning id, starts_at
    )
    insert into waitlist_offer (booking_id, reservation_id, starts_at, offered_at, expires_at)
    select made.id, held.id, held.starts_at, $4::timestamptz - interval '2 hours', $4::timestamptz - interval '1 second'
    from made
    join held on held.starts_at = made.starts_at - interval '20 days'
    join wished on wished.booking_id = made.id`,
    memberId,
    entitlementId,
    consultantId,
    now,
  )
}
