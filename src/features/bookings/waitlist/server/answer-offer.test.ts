import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '../../../../../tests/support/given/booked-sessions.ts'
import { hoursAhead } from '../../../../../tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)

/** A member with an offer of an earlier slot with a new consultant. */
async function givenOffer({ minimumNoticeMinutes = 0 } = {}) {
  await app.rows('update consultant set published_at = null')
  const ada = await givenConsultant(app, { minimumNoticeMinutes })
  const { consultantId } = ada
  const { member, bookingId } = await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 200) })
  const windows = [{ from: hoursAhead(app, 100).toISOString(), until: hoursAhead(app, 101).toISOString() }]
  await member.send('PUT', `/api/bookings/${bookingId}/waitlist`, { windows })
  await app.settle()
  const { offer } = (await member.get(`/api/bookings/${bookingId}/waitlist`)).body.data
  const accept = () => member.post(`/api/bookings/${bookingId}/waitlist-offers/${offer.id}/acceptance`)
  return { ada, offer, accept }
}

test('rejects accepting an offer on a day that the consultant has since taken off', async () => {
  const { ada, offer, accept } = await givenOffer()
  const { availability } = (await ada.get('/api/consultant/availability')).body.data
  const daysOff = [{ day: offer.startsAt.slice(0, 10), reason: 'Holiday' }]
  expect((await ada.send('PUT', '/api/consultant/availability', { ...availability, daysOff })).status).toBe(200)
  const { status, body } = await accept()
  expect([status, body.code]).toEqual([409, 'offer-expired'])
})

test('rejects accepting an offer of a disabled consultant', async () => {
  const { ada, accept } = await givenOffer()
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await accept()).body.code).toBe('offer-expired')
})

test('an offer stays valid if the minimum notice has since become longer', async () => {
  const { ada, accept } = await givenOffer({ minimumNoticeMinutes: 60 })
  await app.rows('update availability set minimum_notice_minutes = 20160 where consultant_id = $1', ada.consultantId)
  expect((await accept()).status).toBe(200)
})
