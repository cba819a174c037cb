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
async function book(startsAt: string) {
  const { member } = await buy(app)
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const [owned] = (await member.get('/api/entitlements')).body.data.items
  const choice = { entitlementId: owned.id, lineKey: 'initial-consultation', consultantId: consultant.id, startsAt }
  const body = { ...choice, place: 'online', phone: null, notes: 'canary-note' }
  const booked = await member.post('/api/bookings', body)
  expect(booked.status).toBe(200)
  const { id } = booked.body.data as { id: string }
  const [{ email }] = await app.rows('select email from account where id = $1', consultant.accountId)
  const change = async (path: string, sent: object) => {
    // The login may have expired since.
    const returned = await app.returning(member)
    expect((await returned.post(`/api/bookings/${id}/${path}`, sent)).status).toBe(200)
  }
  return { member, consultant: { ...consultant, email: email as string }, id, change }
}

async function filesTo(address: string) {
  const files = (await emailsTo(app, address)).flatMap(({ attachments = [] }) => attachments)
  return files
    .map(({ name, type, content }) => ({
      name,
      type,
      method: findMethod(content),
      entry: parseEvents(content)[0] ?? {},
    }))
    .sort((one, other) => Number(one.entry.SEQUENCE) - Number(other.entry.SEQUENCE))
}

const inCalendars = (moment: string) => moment.replaceAll(/[-:]|\.\d+/g, '')

test('email attachments add, move and remove the session in both calendars', async () => {
  const [first, second] = [inHours(60), inHours(80)]
  const { member, consultant, id, change } = await book(first)
  await change('time', { startsAt: second, consultantId: null })
  await change('cancellation', { outcome: 'returned' })

  const theirs = await filesTo(member.person.email)
  expect(theirs.map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE, entry.STATUS])).toEqual([
    ['REQUEST', id, '0', 'CONFIRMED'],
    ['REQUEST', id, '1', 'CONFIRMED'],
    ['CANCEL', id, '2', 'CANCELLED'],
  ])
  expect(theirs.map(({ entry }) => entry.DTSTART)).toEqual([first, second, second].map(inCalendars))
  expect(theirs[0]).toMatchObject({
    name: 'session.ics',
    type: 'text/calendar; charset=utf-8; method=REQUEST',
    entry: { SUMMARY: expect.stringMatching(/ with Grace Hopper$/), LOCATION: 'Online' },
  })

  const ours = await filesTo(consultant.email)
  expect(ours.map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE])).toEqual(
    theirs.map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE]),
  )
  expect(ours[0]?.entry.SUMMARY).toMatch(/ with Ada$/)
  for (const { entry } of [...theirs, ...ours]) {
    expect(JSON.stringify(entry)).not.toMatch(/canary-note|Lovelace/)
  }
})

test('moving to another consultant removes the entry from one calendar and adds it to the other', async () => {
  const { consultant, id, change } = await book(inHours(100))
  const other = await givenBookableConsultant(app, { displayName: 'Ada Yonath' })
  const [{ email }] = await app.rows('select email from account where id = $1', other.accountId)
  await change('time', { startsAt: inHours(110), consultantId: other.id })
  expect((await filesTo(consultant.email)).map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE])).toEqual([
    ['REQUEST', id, '0'],
    ['CANCEL', id, '1'],
  ])
  expect((await filesTo(email)).map(({ method, entry }) => [method, entry.UID, entry.SEQUENCE])).toEqual([
    ['REQUEST', id, '1'],
  ])
})
