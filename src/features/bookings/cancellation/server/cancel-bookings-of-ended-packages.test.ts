import { afterAll, expect, test } from 'vitest'
import { breakWrites } from '#tests/support/app/break-writes.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
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
import { emailsTo, notificationTitles } from '#tests/support/given/received-emails.ts'
import { buy, emailSubjectsTo } from '#tests/support/given/refunds.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'
import { cancelBookingsOfEndedPackages } from './cancel-bookings-of-ended-packages.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)

async function buyPackage() {
  const purchase = await buy(app)
  const [{ id }] = await app.rows('select id from entitlement where purchase_id = $1', purchase.id)
  return { ...purchase, entitlementId: id as string }
}

test('withdrawing within 14 days cancels the package’s upcoming sessions', async () => {
  const { member, id, entitlementId } = await buyPackage()
  const startsAt = nextDay()
  const { body } = await book(member, { entitlementId, startsAt })
  const { body: withdrawal } = await member.get(`/api/purchases/${id}/withdrawal`)
  // The upcoming session is not charged for, because the withdrawal cancels it.
  expect(withdrawal.data.refund).toBe(11_880)
  await member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 })
  await app.run('release-sessions')

  const { body: booking } = await member.get(`/api/bookings/${body.data.id}`)
  expect(booking.data).toMatchObject({
    state: 'cancelled',
    cancelledBy: 'system',
    isForfeited: false,
    cancellationTerms: null,
  })
  expect(await listLedgerLines(app, body.data.id)).toEqual(['use -1', 'return 1'])
  expect(emailSubjectsTo(app, member).filter((subject) => subject.startsWith('Cancelled: '))).toHaveLength(1)
  expect(await notificationTitles(app, ada.accountId, 'cancelled')).toEqual(['Session cancelled'])
  const otherMember = await memberWithPackage(app)
  expect((await book(otherMember.member, { ...otherMember, startsAt })).status).toBe(200)
})

test.each([
  ['is cancelled', 'update entitlement set cancelled_at = now() where purchase_id = $1', 'cancelled'],
  ['was refunded', "update purchase set status = 'refunded' where id = $1", 'cancelled'],
  ['is disputed', "update purchase set status = 'disputed' where id = $1", 'booked'],
])('even if the job runs twice, a session in a package that %s is processed once', async (_, change, state) => {
  const { member, id, entitlementId } = await buyPackage()
  const { body } = await book(member, { entitlementId, startsAt: nextDay() })
  await app.rows(change, id)
  await app.run('release-sessions')
  await app.run('release-sessions')
  expect(await app.rows('select state, sequence from booking where id = $1', body.data.id)).toEqual([
    { state, sequence: state === 'cancelled' ? 1 : 0 },
  ])
  expect(await listLedgerLines(app, body.data.id)).toEqual(state === 'cancelled' ? ['use -1', 'return 1'] : ['use -1'])
})

test('a session granted in a subscription’s first month is cancelled once the last month it could be used in ends', async () => {
  const member = await app.quickMember()
  const { id } = await subscribe(app, member)
  await app.jump({ days: 31 })
  const months = await app.rows(
    `select entitlement.id, entitlement.purchase_id, entitlement.ends_at from purchase
     join entitlement on entitlement.purchase_id = purchase.id where subscription_id = $1 order by starts_at`,
    id,
  )
  const [first, second] = months
  expect(months).toHaveLength(2)
  const [returningMember, startsAt] = [await app.returning(member), hoursAhead(app, 24 * 12)]
  expect(startsAt > first.ends_at && startsAt < second.ends_at).toBe(true)
  const { body } = await book(returningMember, { entitlementId: first.id, startsAt })
  const listStates = () => app.rows('select state, cancelled_by from booking where id = $1', body.data.id)

  await app.rows("update purchase set status = 'disputed' where id = $1", second.purchase_id)
  await app.run('release-sessions')
  expect(await listStates()).toEqual([{ state: 'booked', cancelled_by: null }])
  await app.rows("update purchase set status = 'refunded' where id = $1", second.purchase_id)
  await app.run('release-sessions')
  expect(await listStates()).toEqual([{ state: 'cancelled', cancelled_by: 'system' }])
  expect(await listLedgerLines(app, body.data.id)).toEqual(['use -1', 'return 1'])
})

test('if a session is cancelled with its package, the notice gives the reason and says to book again', async () => {
  const { member, id, entitlementId } = await buyPackage()
  const { body } = await book(member, { entitlementId, startsAt: nextDay() })
  await app.rows("update purchase set status = 'refunded' where id = $1", id)
  await app.run('release-sessions')
  // The bank rejected the refund, so the package is reinstated.
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  await app.run('release-sessions')
  expect(await app.rows('select state from booking where id = $1', body.data.id)).toEqual([{ state: 'cancelled' }])
  expect((await countLeft(app, member, entitlementId)).page['initial-consultation']).toBe(1)

  const sentence =
    'Your MY FUTURE WEEK package has ended. If it becomes active again, you’ll need to book this session again.'
  const [notification] = await app.rows(
    "select text from notification where member_id = $1 and title = 'Session cancelled'",
    member.id,
  )
  expect(notification.text).toContain(sentence)
  const [email] = await emailsTo(app, member.person.email, 'Cancelled')
  expect(email?.text).toContain('If your package becomes active again, you’ll need to book this session again.')
})

test.each([
  ['before a session starts cancels the session, even if the job is late', 30, ['use -1', 'return 1']],
  ['after a session has started keeps the session', -30, ['use -1']],
])('cancelling a package %s', async (_, secondsBefore, lines) => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 90 })
  const startsAt = nextDay()
  const { body } = await book(member, { entitlementId, startsAt })
  const cancelledAt = new Date(startsAt.getTime() - secondsBefore * 1_000)
  await app.rows('update entitlement set cancelled_at = $2 where id = $1', entitlementId, cancelledAt)
  await atSecondsBefore(app, startsAt, -60, () => app.run('release-sessions'))
  expect(await listLedgerLines(app, body.data.id)).toEqual(lines)
})

test('expired reservations are deleted and current ones are kept', async () => {
  const [expired, current] = [await memberWithPackage(app, { days: 90 }), await memberWithPackage(app, { days: 90 })]
  await reserve(expired.member, { ...expired, startsAt: nextDay() })
  app.clock.advance({ minutes: 5, seconds: 1 })
  await reserve(current.member, { ...current, startsAt: nextDay() })
  await app.run('release-sessions')
  const reservations = await app.rows("select member_id from booking where state = 'reserved'")
  expect(reservations).toEqual([{ member_id: current.member.id }])
  expect((await countLeft(app, expired.member, expired.entitlementId)).page['initial-consultation']).toBe(1)
})

test('a failed cancellation does not hold up the others and is retried', async () => {
  const bookings: { member: Member; id: string }[] = []
  const [beth, cleo] = [await givenBookableConsultant(app), await givenBookableConsultant(app)]
  for (const consultantId of [ada.id, ada.id, beth.id, cleo.id]) {
    const { member, entitlementId } = await memberWithPackage(app)
    const startsAt = hoursAhead(app, 30 + bookings.length)
    const { body } = await book(member, { entitlementId, startsAt, consultantId })
    if (consultantId === ada.id)
      await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
    else await app.rows('delete from consultant where id = $1', consultantId)
    bookings.push({ member, id: body.data.id })
  }
  const listStates = () =>
    Promise.all(bookings.map(async ({ member, id }) => (await member.get(`/api/bookings/${id}`)).body.data.state))
  {
    const failing = [bookings[0], bookings[2]].map((booking) => `'${booking?.id}'`)
    await using _ = await breakWrites(app, 'booking', `new.id in (${failing}) and new.state = 'cancelled'`)
    await expect(cancelBookingsOfEndedPackages(app.context)).rejects.toThrow('could not be cancelled')
    expect(await listStates()).toEqual(['booked', 'cancelled', 'booked', 'cancelled'])
    expect(app.logLines.join('')).toContain(bookings[0]?.id)
  }
  await cancelBookingsOfEndedPackages(app.context)
  expect(new Set(await listStates())).toEqual(new Set(['cancelled']))
})
