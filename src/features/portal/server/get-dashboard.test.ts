import { expect, test } from 'vitest'
import { givenBookableConsultant, insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const DAY = 24 * 3_600_000
const none = { upcoming: [], upcomingCount: 0, completedCount: 0, canBook: false, timeZone: 'Europe/London' }

test('the dashboard says what can be booked, and shows the next two sessions of the member alone', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const sessionsOf = async (reader: typeof member) => (await reader.get('/api/portal/dashboard')).body.data.sessions
  expect(await sessionsOf(member)).toEqual({ ...none, canBook: true })

  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  for (const days of [3, 1, 2]) {
    await insertBooking(app, {
      consultantId: consultant.id,
      memberId: member.id,
      entitlementId: entitlement.id,
      startsAt: new Date(app.clock.now().getTime() + days * DAY),
    })
  }
  const { upcoming, upcomingCount, completedCount } = await sessionsOf(member)
  const inDays = (startsAt: string) => Math.round((Date.parse(startsAt) - app.clock.now().getTime()) / DAY)
  expect(upcoming.map(({ startsAt }: { startsAt: string }) => inDays(startsAt))).toEqual([1, 2])
  expect({ upcomingCount, completedCount }).toEqual({ upcomingCount: 3, completedCount: 0 })

  expect(await sessionsOf(await app.quickMember())).toEqual(none)
})

test('a session counts as to come until it is over, and from then on as completed', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  await insertBooking(app, {
    consultantId: consultant.id,
    memberId: member.id,
    entitlementId: entitlement.id,
    startsAt: new Date(app.clock.now().getTime() + 30 * 60_000),
    minutes: 30,
  })
  const counted = async () => {
    const reader = await app.returning(member)
    const { upcomingCount, completedCount } = (await reader.get('/api/portal/dashboard')).body.data.sessions
    return [upcomingCount, completedCount]
  }
  expect(await counted()).toEqual([1, 0])
  app.clock.advance({ hours: 0.75 })
  expect(await counted()).toEqual([1, 0])
  app.clock.advance({ hours: 0.25 })
  expect(await counted()).toEqual([0, 1])
})

test('a newcomer is asked to confirm the address, and is complete with a mobile number', async () => {
  await using app = await startApp()
  const member = await app.quickMember()
  const { quickActions, profileCompletion } = (await member.get('/api/portal/dashboard')).body.data
  expect(quickActions).toEqual([{ kind: 'confirm-email', email: expect.stringContaining('@') }])
  expect(profileCompletion).toBe(100)
})

test('whoever has bought and booked nothing is led to the first session, and without a mobile number to the profile', async () => {
  await using app = await startApp()
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  await app.rows("update account set mobile = '', email_verified_at = now() where id = $1", member.id)
  const { quickActions, profileCompletion } = (await member.get('/api/portal/dashboard')).body.data
  expect(quickActions).toEqual([{ kind: 'book', isFirst: true }, { kind: 'complete-profile' }])
  expect(profileCompletion).toBe(80)
})
