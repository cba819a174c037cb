import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { givenRating } from '#tests/support/given/ratings.ts'
import { readContentVersion } from './store.ts'

test('pages are rendered again when a consultant’s next free day has passed, and not before', async () => {
  await using app = await startApp()
  await givenBookableConsultant(app, { weeklyHours: [['23:00', '24:00']] })
  const versionAt = (time: string) => readContentVersion({ db: app.context.db, now: () => new Date(time) })

  const version = await versionAt('2026-11-30T12:00:00Z')
  expect(await versionAt('2026-11-30T23:40:00Z')).toBe(version)
  expect(await versionAt('2026-11-30T23:41:00Z')).not.toBe(version)
})

test('pages are rendered again within a minute when a service’s average changes', async () => {
  await using app = await startApp()
  const versionAMinuteLater = () => {
    app.clock.advance({ minutes: 1 })
    return readContentVersion(app.context)
  }
  for (const score of [5, 4, 5, 4]) await givenRating(app, 'my-future-basic', score)
  const last = await givenRating(app, 'my-future-pro', 3)
  const version = await versionAMinuteLater()
  await last.remove()
  expect(`${await versionAMinuteLater()}, MY_FUTURE 4.2 5`).toBe(version)
})
