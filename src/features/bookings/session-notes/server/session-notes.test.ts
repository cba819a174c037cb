import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { dayByDay } from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenConsultant(app, { displayName: 'Ada' })

const nextDay = dayByDay(app)
const givenSession = () => givenBookedSession(app, { consultantId: ada.consultantId, startsAt: nextDay() })

const notesPath = (bookingId: string) => `/api/consultant/bookings/${bookingId}/notes`
const listTexts = ({ body }: { body: { data: { items: { text: string }[] } } }) =>
  body.data.items.map(({ text }) => text)

test('a private note is visible only to its consultant, and a shared note to the member too', async () => {
  const { member, bookingId } = await givenSession()
  const privateNote = await ada.post(notesPath(bookingId), { text: ' For me ', isShared: false })
  expect([privateNote.status, privateNote.body.data]).toMatchObject([
    200,
    { text: 'For me', isShared: false, bookingId },
  ])
  app.clock.advance({ seconds: 1 })
  await ada.post(notesPath(bookingId), { text: 'For you <b>both</b>', isShared: true })

  expect(listTexts(await ada.get(notesPath(bookingId)))).toEqual(['For you <b>both</b>', 'For me'])
  expect((await member.get(`/api/bookings/${bookingId}/notes`)).body.data).toEqual({
    items: [{ id: expect.any(String), author: 'Ada', text: 'For you <b>both</b>', writtenAt: expect.any(String) }],
    nextCursor: null,
  })
})

test('the member is notified only of shared notes', async () => {
  const { member, bookingId } = await givenSession()
  await ada.post(notesPath(bookingId), { text: 'For me', isShared: false })
  await ada.post(notesPath(bookingId), { text: 'For you', isShared: true })
  const notifications = await app.rows(
    "select title, text from notification where member_id = $1 and reason like 'session-note:%'",
    member.id,
  )
  expect(notifications).toEqual([
    { title: 'Ada has shared a note with you', text: 'It’s about your session “Initial consultation”.' },
  ])
})

test('a consultant cannot see another consultant’s notes on the same session', async () => {
  const beth = await givenConsultant(app)
  const { bookingId } = await givenSession()
  await ada.post(notesPath(bookingId), { text: 'Of Ada', isShared: false })
  await app.rows('update booking set consultant_id = $2 where id = $1', bookingId, beth.consultantId)
  expect(listTexts(await beth.get(notesPath(bookingId)))).toEqual([])
})

test('requesting notes on another member’s session responds with 404', async () => {
  const { bookingId } = await givenSession()
  const stranger = await app.quickMember()
  const { status, body } = await stranger.get(`/api/bookings/${bookingId}/notes`)
  expect([status, body.code]).toEqual([404, 'booking-not-found'])
})

test('a note can be deleted only by its author', async () => {
  const beth = await givenConsultant(app)
  const { member, bookingId } = await givenSession()
  const { body } = await ada.post(notesPath(bookingId), { text: 'By mistake', isShared: true })
  const address = `/api/consultant/notes/${body.data.id}`
  expect((await beth.delete(address)).status).toBe(404)
  expect((await ada.delete(address)).status).toBe(200)
  expect((await ada.delete(address)).body.code).toBe('note-not-found')
  expect((await member.get(`/api/bookings/${bookingId}/notes`)).body.data.items).toEqual([])
})

test('rejects notes about a deleted member', async () => {
  const { member, bookingId } = await givenSession()
  await app.rows("update booking set state = 'held' where id = $1", bookingId)
  expect((await ada.post(notesPath(bookingId), { text: 'Before', isShared: false })).status).toBe(200)
  expect((await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  for (const isShared of [false, true]) {
    const { status, body } = await ada.post(notesPath(bookingId), { text: 'After', isShared })
    expect([status, body.code]).toEqual([409, 'member-deleted'])
  }
  expect(await app.rows('select text from session_note where booking_id = $1', bookingId)).toEqual([])
})

test('notes written while the account is being deleted are not stored', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { member, bookingId } = await givenSession()
    await app.rows("update booking set state = 'held' where id = $1", bookingId)
    const write = () => ada.post(notesPath(bookingId), { text: 'Meanwhile', isShared: false })
    const [deletion] = await Promise.all([
      member.send('DELETE', '/api/account', { confirmation: 'DELETE' }),
      write(),
      write(),
      write(),
    ])
    expect(deletion.status).toBe(200)
    expect(await app.rows('select text from session_note where booking_id = $1', bookingId)).toEqual([])
  }
})

test.each([
  ['nothing', '  '],
  ['more than 4,000 characters', 'a'.repeat(4_001)],
])('rejects a note of %s', async (_, text) => {
  const { bookingId } = await givenSession()
  const { status, body } = await ada.post(notesPath(bookingId), { text, isShared: false })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['text']])
})

test('notes are paginated, newest first', async () => {
  const { bookingId } = await givenSession()
  for (const text of ['1', '2', '3']) {
    await ada.post(notesPath(bookingId), { text, isShared: false })
    app.clock.advance({ seconds: 1 })
  }
  const first = await ada.get(`${notesPath(bookingId)}?limit=2`)
  const second = await ada.get(`${notesPath(bookingId)}?limit=2&cursor=${first.body.data.nextCursor}`)
  expect([...listTexts(first), ...listTexts(second)]).toEqual(['3', '2', '1'])
})
