import { expect, test } from 'vitest'
import { givenBookableConsultant, insertBooking } from '../../../../tests/support/bookable-consultants.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const DAY = 24 * 3_600_000

test('the dashboard says what can be booked, and shows the next two sessions of the member alone', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app)
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const sessionsOf = async (reader: typeof member) => (await reader.get('/api/portal/dashboard')).body.data.sessions
  expect(await sessionsOf(member)).toEqual({ upcoming: [], canBook: true, timeZone: 'Europe/London' })

  const [entitlement] = (await member.get('/api/entitlements')).body.data.items
  for (const days of [3, 1, 2]) {
    await insertBooking(app, {
      consultantId: consultant.id,
      memberId: member.id,
      entitlementId: entitlement.id,
      startsAt: new Date(app.clock.now().getTime() + days * DAY),
    })
  }
  const { upcoming } = await sessionsOf(member)
  const inDays = (startsAt: string) => Math.round((Date.parse(startsAt) - app.clock.now().getTime()) / DAY)
  expect(upcoming.map(({ startsAt }: { startsAt: string }) => inDays(startsAt))).toEqual([1, 2])

  expect(await sessionsOf(await app.quickMember())).toEqual({ upcoming: [], canBook: false, timeZone: 'Europe/London' })
})
