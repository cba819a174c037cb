import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { book, countLeft, givenPackage, hoursAhead, listLedgerLines } from '#tests/support/given/bookings.ts'
import { emailsTo, notificationTitles } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

const consultant = await givenConsultant(app)
const administrator = await app.quickMember('administrator')

/** A booking 30 hours from now in a seven-day package. */
async function givenBooking() {
  const member = await app.quickMember()
  const entitlementId = await givenPackage(app, member.id)
  const startsAt = hoursAhead(app, 30)
  const { body } = await book(member, { entitlementId, consultantId: consultant.consultantId, startsAt })
  return { member, entitlementId, id: body.data.id as string }
}

const returnSession = async (id: string, reason = 'Our line was down') =>
  (await app.returning(administrator)).post(`/api/admin/bookings/${id}/return`, { reason })

test('returning a session that was cancelled too late emails the reason and lets the member book again', async () => {
  const { member: booker, entitlementId, id } = await givenBooking()
  app.clock.advance({ hours: 12 })
  const member = await app.returning(booker)
  await member.post(`/api/bookings/${id}/cancellation`, { outcome: 'forfeited' })
  expect((await countLeft(app, member, entitlementId)).page['initial-consultation']).toBe(0)

  const answer = await returnSession(id)
  expect(answer.status).toBe(200)
  const sessionsLeft = await countLeft(app, member, entitlementId)
  expect(sessionsLeft.page['initial-consultation']).toBe(1)
  expect(sessionsLeft.page).toEqual(sessionsLeft.ledger)
  expect(await listLedgerLines(app, id)).toEqual(['use -1', 'forfeit 0', 'return 1'])
  const { body } = await member.get(`/api/bookings/${id}`)
  expect(body.data).toMatchObject({ state: 'cancelled', isForfeited: false, isReturned: true })
  const [email] = await emailsTo(app, booker.person.email, 'You can book this session again')
  expect(email?.text).toContain('Why: Our line was down')
})

test('a member who has turned off session emails gets only a portal notification of a returned session', async () => {
  const { member: booker, id } = await givenBooking()
  await app.rows("insert into notification_choice values ($1, 'sessions', 'email', false, now())", booker.id)
  app.clock.advance({ hours: 12 })
  await (await app.returning(booker)).post(`/api/bookings/${id}/cancellation`, { outcome: 'forfeited' })

  expect((await returnSession(id)).status).toBe(200)
  expect(await emailsTo(app, booker.person.email, 'back in your package')).toEqual([])
  expect(await notificationTitles(app, booker.id, 'back in your package')).toHaveLength(1)
})

test('returning a session gives its package another 14 days, after which it expires', async () => {
  const { member, entitlementId, id } = await givenBooking()
  app.clock.advance({ days: 8 })
  await app.run('expire-sessions')
  await returnSession(id)
  const [{ days }] = await app.rows(
    'select round(extract(epoch from ends_at - $2) / 86400)::int as days from entitlement where id = $1',
    entitlementId,
    app.clock.now(),
  )
  expect(days).toBe(14)
  expect((await countLeft(app, await app.returning(member), entitlementId)).page['initial-consultation']).toBe(1)

  app.clock.advance({ days: 15 })
  await app.run('expire-sessions')
  const [{ balance }] = await app.rows(
    'select sum(quantity)::int as balance from entitlement_entry where entitlement_id = $1 and line_key = $2',
    entitlementId,
    'initial-consultation',
  )
  expect(balance).toBe(0)
})

test('if two administrators return the same session at the same time, it is returned only once', async () => {
  const { id } = await givenBooking()
  app.clock.advance({ days: 2 })
  const answers = await Promise.all([returnSession(id), returnSession(id)])
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'session-returned'])
  expect(await listLedgerLines(app, id)).toEqual(['use -1', 'return 1'])
})

test('rejects returning a session that is unused, unknown or from a cancelled package', async () => {
  const { member, id } = await givenBooking()
  expect((await returnSession(id)).body.code).toBe('session-not-used')
  await member.post(`/api/bookings/${id}/cancellation`, { outcome: 'returned' })
  expect((await returnSession(id)).body.code).toBe('session-not-used')

  const refundedBooking = await givenBooking()
  app.clock.advance({ days: 2 })
  await app.rows('update entitlement set cancelled_at = now() where id = $1', refundedBooking.entitlementId)
  expect((await returnSession(refundedBooking.id)).body.code).toBe('package-over')
  expect((await returnSession('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('rejects a return without a reason and names the field in the error', async () => {
  const { id } = await givenBooking()
  app.clock.advance({ days: 2 })
  const { status, body } = await returnSession(id, ' ')
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('Enter a reason for the member to see')
})
