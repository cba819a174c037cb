import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenConsultant } from '../../../../../tests/support/given/booked-sessions.ts'
import { hoursAhead, memberWithPackage, toChoice } from '../../../../../tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)

test('the staff note of a booking is visible to its consultant only, never to the member', async () => {
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
