import { afterAll, expect, test } from 'vitest'
import { hoursAhead } from '../../../../tests/support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../../../../tests/support/consulting.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

/** Somebody to whom an earlier time with a consultant of their own is offered. */
async function givenOffer({ minimumNoticeMinutes = 0 } = {}) {
  await app.rows('update consultant set published_at = null')
  const ada = await givenConsultant(app, { minimumNoticeMinutes })
  const { consultantId } = ada
  const { member, bookingId } = await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 200) })
  const windows = [{ from: hoursAhead(app, 100).toISOString(), until: hoursAhead(app, 101).toISOString() }]
  await member.send('PUT', `/api/bookings/${bookingId}/earlier`, { windows })
  await app.settle()
  const { offer } = (await member.get(`/api/bookings/${bookingId}/earlier`)).body.data
  const accept = () => member.post(`/api/bookings/${bookingId}/earlier-offers/${offer.id}/acceptance`)
  return { ada, offer, accept }
}

test('an offer is not accepted on a day that the consultant has taken off meanwhile', async () => {
  const { ada, offer, accept } = await givenOffer()
  const { availability } = (await ada.get('/api/consultant/availability')).body.data
  const daysOff = [{ day: offer.startsAt.slice(0, 10), reason: 'Holiday' }]
  expect((await ada.send('PUT', '/api/consultant/availability', { ...availability, daysOff })).status).toBe(200)
  const { status, body } = await accept()
  expect([status, body.code]).toEqual([409, 'offer-over'])
})

test('nor with a consultant who may not log in any more', async () => {
  const { ada, accept } = await givenOffer()
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await accept()).body.code).toBe('offer-over')
})

test('an offer that was made in time is accepted also where nobody could choose that time any more', async () => {
  const { ada, accept } = await givenOffer({ minimumNoticeMinutes: 60 })
  await app.rows('update availability set minimum_notice_minutes = 20160 where consultant_id = $1', ada.consultantId)
  expect((await accept()).status).toBe(200)
})
