import { afterAll, expect, test } from 'vitest'
import { findMethod, parseEvents } from '#tests/support/app/parse-calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { changeSession, givenBookedSession } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead } from '#tests/support/given/bookings.ts'
import { download } from '#tests/support/given/documents.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)
const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })

test('a session’s calendar file has the same entry as its email, and removes it once cancelled', async () => {
  const session = await givenBookedSession(app, { consultantId: consultant.id, startsAt: hoursAhead(app, 60) })
  const { member, bookingId } = session
  const url = `/api/bookings/${bookingId}/calendar-file`
  const file = await download(app, member, url)
  expect(file).toMatchObject({ statusCode: 200, name: 'session.ics' })
  const text = Buffer.from(file.bytes).toString()
  const [email] = await emailsTo(app, member.person.email, 'Booked:')
  const [emailed] = parseEvents(String(email?.attachments?.[0]?.content))
  const { UID, SEQUENCE, SUMMARY, DTSTART, DTEND, URL: page } = emailed ?? {}
  expect(parseEvents(text)).toMatchObject([{ UID, SEQUENCE, SUMMARY, DTSTART, DTEND, URL: page }])
  expect(UID).toBe(bookingId)
  expect(findMethod(text)).toBe('PUBLISH')

  await changeSession(app, session, 'returned')
  const cancelled = Buffer.from((await download(app, member, url)).bytes).toString()
  expect(findMethod(cancelled)).toBe('CANCEL')
})
