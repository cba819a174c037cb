import { afterAll, expect, test } from 'vitest'
import { givenBookableConsultant } from '../../../../tests/support/bookable-consultants.ts'
import { book, givenPackage, hoursAhead, memberWithPackage } from '../../../../tests/support/bookings.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

type Session = { entitlementId: string; lineKey: string }

test('whoever has bought nothing has nothing to book', async () => {
  expect((await (await app.quickMember()).get('/api/sessions')).body.data).toEqual([])
})

test('a member sees what can be booked, what comes first, and who holds it', async () => {
  const all = await givenBookableConsultant(app, { displayName: 'Ada' })
  await givenBookableConsultant(app, { displayName: 'Business', services: ['BIZ_FUTURE'] })
  const final = { packageId: 'my-future-basic', lineKey: 'final-call' }
  await givenBookableConsultant(app, { displayName: 'Final', sessions: [final], position: 1 })
  await givenBookableConsultant(app, { displayName: 'Hidden', publishedAt: null })
  const { member, id } = await buy(app)
  const [entitlement] = await app.rows('select * from entitlement where purchase_id = $1', id)

  const { body } = await member.get('/api/sessions')
  const known = { id: all.id, displayName: 'Ada', picture: expect.stringMatching(/^\/consultants\/.+\/picture\?v=/) }
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
      obstacle: null,
      earlierTitle: null,
      consultants: [known],
    },
    expect.objectContaining({
      lineKey: 'final-call',
      obstacle: 'earlier-session-first',
      earlierTitle: 'Initial consultation',
      consultants: [known, expect.objectContaining({ displayName: 'Final' })],
    }),
  ])
})

test('once the first session is booked, the next one can begin when it is over', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const { body } = await book(member, { entitlementId, startsAt: hoursAhead(app, 48) })
  const [first, final] = (await member.get('/api/sessions')).body.data
  expect(first).toMatchObject({ left: 0, obstacle: 'none-left' })
  expect(final).toMatchObject({ left: 1, obstacle: null, from: body.data.endsAt })
})

test('of two packages with the same sessions the one that ends first comes first, and the member may choose', async () => {
  const { member, entitlementId: later } = await memberWithPackage(app, { days: 30 })
  const sooner = await givenPackage(app, member.id, { days: 5 })
  const initial = async () =>
    (await member.get('/api/sessions')).body.data
      .filter(({ lineKey }: Session) => lineKey === 'initial-consultation')
      .map(({ entitlementId, left }: Session & { left: number }) => [entitlementId, left])
  expect(await initial()).toEqual([
    [sooner, 1],
    [later, 1],
  ])
  expect((await book(member, { entitlementId: later, startsAt: hoursAhead(app, 49) })).status).toBe(200)
  expect(await initial()).toEqual([
    [sooner, 1],
    [later, 0],
  ])
})

test('consultations without limit are shown without a number, and wait while one is open', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 30 })
  const consultation = async () =>
    (await member.get('/api/sessions')).body.data.find(({ lineKey }: Session) => lineKey === 'consultation')
  expect(await consultation()).toMatchObject({ left: null, obstacle: 'earlier-session-first' })
  await book(member, { entitlementId, startsAt: hoursAhead(app, 50) })
  expect(await consultation()).toMatchObject({ left: null, obstacle: null })
  await book(member, { entitlementId, lineKey: 'consultation', startsAt: hoursAhead(app, 72) })
  expect(await consultation()).toMatchObject({ left: null, obstacle: 'one-is-open' })
})

test.each([
  ['was cancelled', 'update entitlement set cancelled_at = now() where id = $1'],
  ['is over', "update entitlement set starts_at = now() - interval '8 days', ends_at = now() where id = $1"],
])('a package that %s has nothing to book', async (_, change) => {
  const { member, entitlementId } = await memberWithPackage(app)
  await app.rows(change, entitlementId)
  expect((await member.get('/api/sessions')).body.data).toEqual([])
})
