import { afterAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { findMethod, parseEvents } from '#tests/support/app/parse-calendar.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { passwordTokens } from '#tests/support/given/received-emails.ts'

const app = await startApp({ logLevel: 'trace' })
afterAll(app.close)

const inDays = (days: number) => new Date(Math.ceil(app.clock.now().getTime() / MINUTE_MS) * MINUTE_MS + days * DAY_MS)

async function createFeed(member: Pick<Member, 'post'>): Promise<string> {
  const { body } = await member.post('/api/account/calendar-feed')
  return new URL(body.data.url).pathname
}

async function read(path: string, reader = app.stranger()) {
  const { status, body, headers } = await reader.get(path)
  return { status, text: String(body), headers }
}

/** A member with one consultant and a session on each of these days, counted from now. */
async function givenSessions(days: number[], changes: { state?: 'held' | 'cancelled' } = {}) {
  const member = await app.quickMember()
  const consultant = await givenBookableConsultant(app, { displayName: 'Grace Hopper' })
  const entitlementId = await grantPackage(app, member.id)
  const ids: string[] = []
  for (const day of days) {
    const booking = {
      consultantId: consultant.id,
      memberId: member.id,
      entitlementId,
      startsAt: inDays(day),
      ...changes,
    }
    ids.push(await insertBooking(app, booking))
  }
  return { member, consultant, ids }
}

test('a member’s calendar feed can be read without logging in', async () => {
  const { member, ids } = await givenSessions([2, 9])
  const { status, text, headers } = await read(await createFeed(member))
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' })
  expect(findMethod(text)).toBe('PUBLISH')
  expect(parseEvents(text)).toMatchObject([
    { UID: ids[0], SUMMARY: 'A session with Grace Hopper', URL: expect.stringContaining(`/portal/bookings/${ids[0]}`) },
    { UID: ids[1] },
  ])
})

test('a consultant’s feed shows first names only, with no phone numbers, emails or notes', async () => {
  const { member, consultant, ids } = await givenSessions([2])
  await app.rows("update account set first_name = 'Mary', last_name = 'Somerville' where id = $1", member.id)
  await app.rows("update booking set notes = 'canary-note', phone = '+447700900555' where id = $1", ids[0])
  const returningConsultant = await app.returning({ id: consultant.accountId })
  const { text } = await read(await createFeed(returningConsultant))
  expect(parseEvents(text)).toMatchObject([{ UID: ids[0], SUMMARY: 'A session with Mary' }])
  expect(text).not.toMatch(/Somerville|canary-note|900555|@example.org/)
})

test('the feed leaves out a name that contains a URL', async () => {
  const { member, consultant } = await givenSessions([2])
  await app.rows("update account set first_name = 'Win at www.example.com' where id = $1", member.id)
  const { text } = await read(await createFeed(await app.returning({ id: consultant.accountId })))
  expect(parseEvents(text)).toMatchObject([{ SUMMARY: 'A session' }])
})

test('the feed goes back 30 days and leaves out cancelled sessions', async () => {
  const { member, ids } = await givenSessions([-31, -29], { state: 'held' })
  const { text } = await read(await createFeed(member))
  expect(parseEvents(text).map(({ UID }) => UID)).toEqual([ids[1]])
  const { member: otherMember } = await givenSessions([3], { state: 'cancelled' })
  expect(parseEvents((await read(await createFeed(otherMember))).text)).toEqual([])
})

test('a feed does not include other members’ sessions', async () => {
  const { ids } = await givenSessions([2])
  const { text } = await read(await createFeed(await app.quickMember()))
  expect(text).not.toContain(ids[0])
})

const wrongAddresses = ['', 'no-such-token', 'A'.repeat(43), `${'A'.repeat(43)}.ics`, '..%2f..%2fetc', "'%20or%201=1"]

test.each(wrongAddresses)('/calendar/%s responds with 404', async (file) => {
  expect((await read(`/calendar/${file}`)).status).toBe(404)
})

test('creating a calendar feed revokes the previous one, and a revoked feed responds with 404', async () => {
  const member = await app.quickMember()
  expect((await member.get('/api/account/calendar-feed')).body.data).toBeNull()
  const first = await createFeed(member)
  const second = await createFeed(member)
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  const feed = (await member.get('/api/account/calendar-feed')).body.data
  expect(Object.keys(feed)).toEqual(['createdAt'])
  await member.send('DELETE', '/api/account/calendar-feed')
  expect((await read(second)).status).toBe(404)
})

const password = 'another long password'

test.each<[string, (member: Member) => Promise<unknown>]>([
  [
    'a password change',
    (member) => member.post('/api/account/password', { currentPassword: member.person.password, password }),
  ],
  ['a password reset', resetPassword],
  ['account deletion', (member) => member.send('DELETE', '/api/account', { confirmation: 'DELETE' })],
  ['disabling', ({ id }) => app.rows('update account set disabled_at = now() where id = $1', id)],
])('%s revokes the feed', async (_, change) => {
  const member = await app.quickMember()
  const path = await createFeed(member)
  await change(member)
  expect((await read(path)).status).toBe(404)
})

async function resetPassword({ person }: Member) {
  await app.stranger().post('/api/auth/forgot-password', { email: person.email })
  const [token = ''] = await passwordTokens(app, person.email)
  await app.stranger().post(`/api/auth/reset-password/${token}`, { password, confirmPassword: password, token })
}

test('the feed token is not stored in the database or written to the log', async () => {
  const member = await app.quickMember()
  const path = await createFeed(member)
  const token = /[\w-]{43}/.exec(path)?.[0] ?? 'none'
  await app.rows('alter table booking rename to booking_away')
  expect((await read(path)).status).toBe(500)
  await app.rows('alter table booking_away rename to booking')
  expect(app.logLines.join()).toContain('/calendar/…')
  expect(app.logLines.join()).not.toContain(token)
  expect(JSON.stringify(await app.rows('select t::text as line from calendar_feed t'))).not.toContain(token)
})

test('guessing feed addresses is rate-limited by IP address without affecting valid feeds', async () => {
  const guesser = app.stranger()
  const path = await createFeed(await app.quickMember())
  for (let attempt = 0; attempt < 60; attempt += 1) await read('/calendar/nothing.ics', guesser)
  expect((await read('/calendar/nothing.ics', guesser)).status).toBe(429)
  expect((await read(path, guesser)).status).toBe(200)
})

test('requests for the same feed are rate-limited', async () => {
  const path = await createFeed(await app.quickMember())
  for (let attempt = 0; attempt < 120; attempt += 1) await read(path)
  expect((await read(path)).status).toBe(429)
})

test('a former consultant’s feed does not include sessions with members', async () => {
  const { consultant } = await givenSessions([2])
  const path = await createFeed(await app.returning({ id: consultant.accountId }))
  expect(parseEvents((await read(path)).text)).toHaveLength(1)
  await app.rows("update account set role = 'member' where id = $1", consultant.accountId)
  expect(parseEvents((await read(path)).text)).toEqual([])
})
