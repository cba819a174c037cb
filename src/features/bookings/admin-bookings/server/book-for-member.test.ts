import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead, memberWithPackage, toChoice } from '#tests/support/given/bookings.ts'
import { emailSubjectsTo } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

test('a staff note on a booking is visible only to its consultant, never to the member', async () => {
  const ada = await givenConsultant(app)
  const beth = await givenConsultant(app)
  const administrator = await app.quickMember('administrator')
  const { member, entitlementId } = await memberWithPackage(app)
  const { body } = await administrator.post(`/api/admin/members/${member.id}/bookings`, {
    ...toChoice({ entitlementId, consultantId: ada.consultantId, startsAt: hoursAhead(app, 48) }),
    staffNote: 'Has not paid yet',
    reason: 'Asked by telephone',
  })
  const { id } = body.data

  expect((await ada.get(`/api/consultant/bookings/${id}/notes`)).body.data.items).toMatchObject([
    { text: 'Has not paid yet', isByStaff: true, isShared: false },
  ])
  expect((await beth.get(`/api/consultant/bookings/${id}/notes`)).status).toBe(404)
  expect((await member.get(`/api/bookings/${id}/notes`)).body.data.items).toEqual([])
  const memberAnswers = [await member.get(`/api/bookings/${id}`), await member.get('/api/bookings?when=upcoming')]
  expect(JSON.stringify(memberAnswers.map((answer) => answer.body))).not.toContain('paid')
})

test("staff can book a session for a member under the member's rules, and the member is notified", async () => {
  const consultant = await givenBookableConsultant(app)
  const staff = await app.quickMember('administrator')
  const { member, entitlementId } = await memberWithPackage(app)
  const path = `/api/admin/members/${member.id}`
  const sessions = (await staff.get(`${path}/sessions`)).body.data
  expect(sessions[0]).toMatchObject({ entitlementId, lineKey: 'initial-consultation', blocker: null })
  const line = `entitlementId=${entitlementId}&lineKey=initial-consultation`
  const span = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 24 * 6).toISOString()}`
  const { slots } = (await staff.get(`${path}/sessions/slots?${line}&${span}`)).body.data
  expect(slots.length).toBeGreaterThan(0)

  const session = toChoice({ entitlementId, startsAt: hoursAhead(app, 48), consultantId: consultant.id })
  const choice = { ...session, staffNote: null }
  const book = () => staff.post(`${path}/bookings`, { ...choice, reason: 'They called' })
  const { status, body } = await book()
  expect([status, body.message]).toEqual([200, 'Session booked. We’ve told the member.'])
  expect((await member.get('/api/bookings?when=upcoming')).body.data.items).toMatchObject([{ id: body.data.id }])
  expect((await book()).status).toBe(409)
  const stranger = await app.quickMember()
  const forStranger = await staff.post(`/api/admin/members/${stranger.id}/bookings`, {
    ...choice,
    reason: 'They called',
  })
  expect(forStranger.body.code).toBe('session-not-found')
  await app.settle()
  expect(emailSubjectsTo(app, member).some((subject) => subject.startsWith('Booked'))).toBe(true)
  const recorded = await app.rows('select action, reason from audit_entry where object_id = $1', body.data.id)
  expect(recorded).toEqual([{ action: 'booking.created', reason: 'They called' }])
})
