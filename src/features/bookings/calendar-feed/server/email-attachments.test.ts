import { afterAll, expect, test } from 'vitest'
import { findMethod, parseEvents } from '#tests/support/app/parse-calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { changeSession, givenBookedSession } from '#tests/support/given/booked-sessions.ts'
import { hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

/** A session booked with Grace Hopper that starts this many hours from now, and her email address. */
async function givenSession(hours: number) {
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const startsAt = hoursAhead(app, hours)
  const session = await givenBookedSession(app, { consultantId: consultant.id, startsAt })
  return { ...session, startsAt, consultantEmail: await findEmail(consultant) }
}

async function findEmail({ accountId }: { accountId: string }): Promise<string> {
  return (await app.rows('select email from account where id = $1', accountId))[0].email
}

/** The calendar files emailed to an address, in order of their sequence numbers. */
async function listCalendarFiles(address: string) {
  const files = (await emailsTo(app, address)).flatMap(({ attachments = [] }) => attachments)
  return files
    .map(({ name, type, content }) => ({
      name,
      type,
      method: findMethod(String(content)),
      entry: parseEvents(String(content))[0] ?? {},
    }))
    .sort((a, b) => Number(a.entry.SEQUENCE) - Number(b.entry.SEQUENCE))
}

type CalendarFile = Awaited<ReturnType<typeof listCalendarFiles>>[number]

const toVersion = ({ method, entry }: CalendarFile) => [method, entry.UID, entry.SEQUENCE]

const toCalendarTime = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

test('email attachments add, move and remove the session in both calendars', async () => {
  const session = await givenSession(60)
  const { member, bookingId, startsAt, consultantEmail } = session
  const movedTo = hoursAhead(app, 80)
  await changeSession(app, session, { startsAt: movedTo })
  await changeSession(app, session, 'returned')

  const memberFiles = await listCalendarFiles(member.person.email)
  expect(memberFiles.map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE, entry.STATUS])).toEqual([
    ['REQUEST', bookingId, '0', 'CONFIRMED'],
    ['REQUEST', bookingId, '1', 'CONFIRMED'],
    ['CANCEL', bookingId, '2', 'CANCELLED'],
  ])
  expect(memberFiles.map(({ entry }) => entry.DTSTART)).toEqual([startsAt, movedTo, movedTo].map(toCalendarTime))
  expect(memberFiles[0]).toMatchObject({
    name: 'session.ics',
    type: 'text/calendar; charset=utf-8; method=REQUEST',
    entry: { SUMMARY: expect.stringMatching(/ with Grace Hopper$/), LOCATION: 'Online' },
  })

  const consultantFiles = await listCalendarFiles(consultantEmail)
  expect(consultantFiles.map(toVersion)).toEqual(memberFiles.map(toVersion))
  expect(consultantFiles[0]?.entry.SUMMARY).toMatch(/ with Ada$/)
  for (const { entry } of [...memberFiles, ...consultantFiles]) {
    expect(JSON.stringify(entry)).not.toMatch(/My plans|Lovelace/)
  }
})

test('moving a session to another consultant removes it from one calendar and adds it to the other', async () => {
  const session = await givenSession(100)
  const secondConsultant = await givenBookableConsultant(app, { displayName: 'Ada Yonath' })
  await changeSession(app, session, { startsAt: hoursAhead(app, 110), consultantId: secondConsultant.id })
  expect((await listCalendarFiles(session.consultantEmail)).map(toVersion)).toEqual([
    ['REQUEST', session.bookingId, '0'],
    ['CANCEL', session.bookingId, '1'],
  ])
  const newFiles = await listCalendarFiles(await findEmail(secondConsultant))
  expect(newFiles.map(toVersion)).toEqual([['REQUEST', session.bookingId, '1']])
})
