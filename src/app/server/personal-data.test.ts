import { globSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { getDataSubject } from '#features/accounts/privacy/server/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { memberWithPackage } from '#tests/support/given/bookings.ts'
import { personalDataAreas } from './personal-data.ts'

const app = await startApp()
afterAll(app.close)

const areas = personalDataAreas(app.provider, app.clock.now)

test('personal data is erased in the order in which other code locks it', () => {
  expect(Object.keys(areas)).toEqual([
    'purchases',
    'bookings',
    'bookingFiles',
    'payments',
    'deliverables',
    'guardians',
    'sessionNotes',
    'memberNotes',
    'messages',
    'consultants',
    'earlierWishes',
    'ratings',
    'importedCalendars',
    'conversations',
    'notifications',
    'news',
    'mails',
    'accounts',
  ])
})

test('every kind of personal data that an area declares is erased', async () => {
  const files = globSync('src/features/**/server/personal-data.ts').map((file) => file.replaceAll('\\', '/'))
  expect(files.length).toBeGreaterThanOrEqual(11)
  const kinds = files.map(async (file) => Object.keys((await import(`../../../${file}`)).personalData))
  expect([...(await Promise.all(kinds)).flat(), 'mails'].toSorted()).toEqual(Object.keys(areas).toSorted())
})

test('packages end at the time on the business clock, whatever time the request passes', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const subject = await getDataSubject(app.context.db, member.id as MemberId)
  const nextHour = new Date(app.clock.now().getTime() + 3_600_000)
  const { purchases } = personalDataAreas(app.provider, () => nextHour)

  expect(await purchases?.preview?.(app.context.db, subject, new Date('2099-01-01'))).toMatchObject({ ends: [{}] })
  await app.context.db.transaction().execute(async (tx) => purchases?.erase(tx, app.context, subject))

  expect(await app.rows('select cancelled_at from entitlement where id = $1', entitlementId)).toEqual([
    { cancelled_at: nextHour },
  ])
})
