import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead } from '#tests/support/given/bookings.ts'
import { givenDeliverableConsultant, itemPath, workPath } from '#tests/support/given/deliverables.ts'
import { pdf, uploadFile } from '#tests/support/given/files.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'

const noSessions = { upcoming: [], upcomingCount: 0, completedCount: 0, canBook: false, timeZone: 'Europe/London' }

test('the dashboard shows the member’s next two sessions and whether another can be booked', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const getSessions = async (reader: typeof member) => (await reader.get('/api/portal/dashboard')).body.data.sessions
  expect(await getSessions(member)).toEqual({ ...noSessions, canBook: true })

  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  for (const days of [3, 1, 2]) {
    await insertBooking(app, {
      consultantId: consultant.id,
      memberId: member.id,
      entitlementId: entitlement.id,
      startsAt: new Date(app.clock.now().getTime() + days * DAY_MS),
    })
  }
  const { upcoming, upcomingCount, completedCount } = await getSessions(member)
  const inDays = (startsAt: string) => Math.round((Date.parse(startsAt) - app.clock.now().getTime()) / DAY_MS)
  expect(upcoming.map(({ startsAt }: { startsAt: string }) => inDays(startsAt))).toEqual([1, 2])
  expect({ upcomingCount, completedCount }).toEqual({ upcomingCount: 3, completedCount: 0 })

  expect(await getSessions(await app.quickMember())).toEqual(noSessions)
})

test('a package without sessions waits for the member’s first message', async () => {
  await using app = await startApp()
  const { member } = await buy(app, { packageId: 'biz-future-basic' })
  const { member: other } = await buy(app, { packageId: 'my-future-basic' })
  const introductions = async (reader: typeof member) =>
    (await reader.get('/api/portal/dashboard')).body.data.quickActions.filter(
      ({ kind }: { kind: string }) => kind === 'introduce',
    )
  expect(await introductions(member)).toEqual([{ kind: 'introduce', service: 'BIZ_FUTURE' }])
  expect(await introductions(other)).toEqual([])
  await member.post('/api/conversation/messages', { id: crypto.randomUUID(), text: 'We run a café in Sheffield.' })
  expect(await introductions(member)).toEqual([])
})

test('a session is upcoming until its end time, then completed', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  await insertBooking(app, {
    consultantId: consultant.id,
    memberId: member.id,
    entitlementId: entitlement.id,
    startsAt: new Date(app.clock.now().getTime() + 30 * MINUTE_MS),
    minutes: 30,
  })
  const countSessions = async () => {
    const reader = await app.returning(member)
    const { upcomingCount, completedCount } = (await reader.get('/api/portal/dashboard')).body.data.sessions
    return [upcomingCount, completedCount]
  }
  expect(await countSessions()).toEqual([1, 0])
  app.clock.advance({ hours: 0.75 })
  expect(await countSessions()).toEqual([1, 0])
  app.clock.advance({ hours: 0.25 })
  expect(await countSessions()).toEqual([0, 1])
})

test('a new member with a mobile number has a complete profile and is asked to confirm the email', async () => {
  await using app = await startApp()
  const member = await app.quickMember()
  const { quickActions, profileCompletion } = (await member.get('/api/portal/dashboard')).body.data
  expect(quickActions).toEqual([{ kind: 'confirm-email', email: expect.stringContaining('@') }])
  expect(profileCompletion).toBe(100)
})

test('quick actions ask for a missing mobile number and, until a member has booked, for a first booking', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  await app.rows("update account set mobile = '', email_verified_at = now() where id = $1", member.id)
  const read = async () => (await member.get('/api/portal/dashboard')).body.data
  const { quickActions, profileCompletion } = await read()
  expect(quickActions).toEqual([{ kind: 'book', isFirst: true }, { kind: 'complete-profile' }])
  expect(profileCompletion).toBe(80)

  const [{ id: entitlementId }] = (await member.get('/api/entitlements')).body.data.items
  const { body } = await book(member, { entitlementId, startsAt: hoursAhead(app, 48) })
  // A cancelled session counts too.
  await member.post(`/api/bookings/${body.data.id}/cancellation`, { outcome: 'returned' })
  expect((await read()).quickActions).toContainEqual({ kind: 'book', isFirst: false })
})

test('the dashboard, card, package page and ledger show the same deliverables in a subscription’s second month', async () => {
  await using app = await startApp()
  const buyer = await app.quickMember()
  await subscribe(app, buyer)
  await app.jump({ days: 32 })
  const member = await app.returning(buyer)
  const consultant = await givenDeliverableConsultant(app)
  const { items } = (await member.get('/api/deliverables?limit=100')).body.data
  for (const lineKey of ['profile-update', 'resume-review']) {
    const item = items.find((candidate: { lineKey: string }) => candidate.lineKey === lineKey)
    await consultant.post(workPath(item, '/assignment'))
    await uploadFile(consultant, workPath(item, '/versions/file'), pdf)
    await consultant.post(workPath(item, '/approval-request'))
    expect((await member.post(itemPath(item, '/approval'), { version: 1 })).status).toBe(200)
  }

  type Line = { lineKey: string; delivered: number; promised: number }
  const [{ lines: cardLines }] = (await member.get('/api/deliverables/progress')).body.data as [{ lines: Line[] }]
  const card = Object.fromEntries(cardLines.map((line) => [line.lineKey, [line.delivered, line.promised]]))
  expect(card).toMatchObject({ 'profile-update': [1, 2], 'resume-review': [1, 1] })

  const [{ id: newestId }] = (await member.get('/api/entitlements')).body.data.items
  type Owned = { key: string; kind: string; granted: number; left: number }
  const ownedLines = (await member.get(`/api/entitlements/${newestId}`)).body.data.lines as Owned[]
  const deliverableLines = ownedLines.filter(({ kind }) => kind === 'deliverable')
  expect(
    Object.fromEntries(deliverableLines.map(({ key, granted, left }) => [key, [granted - left, granted]])),
  ).toEqual(card)

  const entries = (await member.get(`/api/entitlements/${newestId}/entries?limit=100`)).body.data.items
  const delivered = entries.filter(({ kind }: { kind: string }) => kind === 'delivered')
  expect(delivered.map(({ title }: { title: string }) => title).sort()).toEqual(['CV review', 'Profile update'])

  const { deliverables } = (await member.get('/api/portal/dashboard')).body.data
  const sum = (field: 'delivered' | 'promised') => cardLines.reduce((total, line) => total + line[field], 0)
  expect([deliverables.delivered, deliverables.promised]).toEqual([sum('delivered'), sum('promised')])
})
