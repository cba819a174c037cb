import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { findMethod, parseEvents } from '../../../../../tests/support/app/parse-calendar.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant } from '../../../../../tests/support/given/bookable-consultants.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'
import { buy } from '../../../../../tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

const inHours = (hours: number) =>
  new Date(Math.ceil(app.clock.now().getTime() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString()

/** A member with a booked session, its consultant, and a function that changes the booking. */
async function givenBooking(startsAt: string) {
  const { member } = await buy(app)
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  const choice = {
    entitlementId: entitlement.id,
    lineKey: 'initial-consultation',
    consultantId: consultant.id,
    startsAt,
  }
  const body = { ...choice, place: 'online', phone: null, notes: 'canary-note' }
  const answer = await member.post('/api/bookings', body)
  expect(answer.status).toBe(200)
  const { id } = answer.body.data as { id: string }
  const [{ email }] = await app.rows('select email from account where id = $1', consultant.accountId)
  const change = async (path: string, payload: object) => {
    // The login may have expired since.
    const returningMember = await app.returning(member)
    expect((await returningMember.post(`/api/bookings/${id}/${path}`, payload)).status).toBe(200)
  }
  return { member, consultant: { ...consultant, email: email as string }, id, change }
}

/** The calendar files in the emails to an address, in the order of their sequence numbers. */
async function listCalendarFiles(address: string) {
  const files = (await emailsTo(app, address)).flatMap(({ attachments = [] }) => attachments)
  return files
    .map(({ name, type, content }) => ({
      name,
      type,
      method: findMethod(content),
      entry: parseEvents(content)[0] ?? {},
    }))
    .sort((a, b) => Number(a.entry.SEQUENCE) - Number(b.entry.SEQUENCE))
}

type CalendarFile = Awaited<ReturnType<typeof listCalendarFiles>>[number]

const toVersion = ({ method, entry }: CalendarFile) => [method, entry.UID, entry.SEQUENCE]

const toCalendarTime = (moment: string) => moment.replaceAll(/[-:]|\.\d+/g, '')

test('email attachments add, move and remove the session in both calendars', async () => {
  const [first, second] = [inHours(60), inHours(80)]
  const { member, consultant, id, change } = await givenBooking(first)
  await change('time', { startsAt: second, consultantId: null })
  await change('cancellation', { outcome: 'returned' })

  const memberFiles = await listCalendarFiles(member.person.email)
  expect(memberFiles.map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE, entry.STATUS])).toEqual([
    ['REQUEST', id, '0', 'CONFIRMED'],
    ['REQUEST', id, '1', 'CONFIRMED'],
    ['CANCEL', id, '2', 'CANCELLED'],
  ])
  expect(memberFiles.map(({ entry }) => entry.DTSTART)).toEqual([first, second, second].map(toCalendarTime))
  expect(memberFiles[0]).toMatchObject({
    name: 'session.ics',
    type: 'text/calendar; charset=utf-8; method=REQUEST',
    entry: { SUMMARY: expect.stringMatching(/ with Grace Hopper$/), LOCATION: 'Online' },
  })

  const consultantFiles = await listCalendarFiles(consultant.email)
  expect(consultantFiles.map(toVersion)).toEqual(memberFiles.map(toVersion))
  expect(consultantFiles[0]?.entry.SUMMARY).toMatch(/ with Ada$/)
  for (const { entry } of [...memberFiles, ...consultantFiles]) {
    expect(JSON.stringify(entry)).not.toMatch(/canary-note|Lovelace/)
  }
})

test('moving to another consultant removes the entry from one calendar and adds it to the other', async () => {
  const { consultant, id, change } = await givenBooking(inHours(100))
  const secondConsultant = await givenBookableConsultant(app, { displayName: 'Ada Yonath' })
  const [{ email }] = await app.rows('select email from account where id = $1', secondConsultant.accountId)
  await change('time', { startsAt: inHours(110), consultantId: secondConsultant.id })
  expect((await listCalendarFiles(consultant.email)).map(toVersion)).toEqual([
    ['REQUEST', id, '0'],
    ['CANCEL', id, '1'],
  ])
  expect((await listCalendarFiles(email)).map(toVersion)).toEqual([['REQUEST', id, '1']])
})
