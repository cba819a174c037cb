import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, givenPackage, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { buy } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

type Session = { entitlementId: string; lineKey: string }

test('a member without a package has no bookable sessions', async () => {
  expect((await (await app.quickMember()).get('/api/sessions')).body.data).toEqual([])
})

test('each session lists why it cannot be booked, the session to book first and its published consultants', async () => {
  const ada = await givenBookableConsultant(app, { displayName: 'Ada' })
  await givenBookableConsultant(app, { displayName: 'Business', services: ['BIZ_FUTURE'] })
  const final = { packageId: 'my-future-basic', lineKey: 'final-call' }
  await givenBookableConsultant(app, { displayName: 'Final', sessions: [final], position: 1 })
  await givenBookableConsultant(app, { displayName: 'Hidden', publishedAt: null })
  const { member, id } = await buy(app)
  const [entitlement] = await app.rows('select * from entitlement where purchase_id = $1', id)

  const { body } = await member.get('/api/sessions')
  const shownAda = { id: ada.id, displayName: 'Ada', picture: expect.stringMatching(/^\/consultants\/.+\/picture\?v=/) }
  expect(body.data).toEqual([
    {
      entitlementId: entitlement.id,
      lineKey: 'initial-consultation',
      packageTitle: 'MY FUTURE WEEK',
      serviceType: 'MY_FUTURE',
      title: 'Initial consultation',
      minutes: 10,
      left: 1,
      from: entitlement.starts_at.toISOString(),
      until: entitlement.ends_at.toISOString(),
      blocker: null,
      earlierTitle: null,
      consultants: [shownAda],
    },
    expect.objectContaining({
      lineKey: 'final-call',
      blocker: 'earlier-session-first',
      earlierTitle: 'Initial consultation',
      consultants: [shownAda, expect.objectContaining({ displayName: 'Final' })],
    }),
  ])
})

test('once the first session is booked, the next can be booked for any time after it ends', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const { body } = await book(member, { entitlementId, startsAt: hoursAhead(app, 48) })
  const [first, final] = (await member.get('/api/sessions')).body.data
  expect(first).toMatchObject({ left: 0, blocker: 'no-sessions-left' })
  expect(final).toMatchObject({ left: 1, blocker: null, from: body.data.endsAt })
})

test('of two packages, the one that ends first is listed first, and either can be booked', async () => {
  const { member, entitlementId: laterPackage } = await memberWithPackage(app, { days: 30 })
  const soonerPackage = await givenPackage(app, member.id, { days: 5 })
  const listInitialSessions = async () =>
    (await member.get('/api/sessions')).body.data
      .filter(({ lineKey }: Session) => lineKey === 'initial-consultation')
      .map(({ entitlementId, left }: Session & { left: number }) => [entitlementId, left])
  expect(await listInitialSessions()).toEqual([
    [soonerPackage, 1],
    [laterPackage, 1],
  ])
  expect((await book(member, { entitlementId: laterPackage, startsAt: hoursAhead(app, 49) })).status).toBe(200)
  expect(await listInitialSessions()).toEqual([
    [soonerPackage, 1],
    [laterPackage, 0],
  ])
})
