import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { findUnstaffedSessions } from './store.ts'

const app = await startApp()
afterAll(app.close)

const listUnstaffed = async () =>
  (await findUnstaffedSessions(app.context.db)).map(({ packageTitle, title }) => `${packageTitle}: ${title}`)

test('a session on sale is unstaffed until a published consultant offers it', async () => {
  const initially = await listUnstaffed()
  expect(initially).toContain('MY FUTURE WEEK: Final call')

  const { id } = await givenBookableConsultant(app, { services: ['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE'] })
  await app.rows('update consultant set published_at = now() where id = $1', id)
  expect(await listUnstaffed()).toEqual([])

  await app.rows("insert into consultant_session_type values ($1, 'my-future-basic', 'initial-consultation')", id)
  expect(await listUnstaffed()).toEqual(initially.filter((name) => name !== 'MY FUTURE WEEK: Initial consultation'))
  await app.rows('update consultant set published_at = null where id = $1', id)
  expect(await listUnstaffed()).toEqual(initially)
})

test('a session is unstaffed if the only consultant who offers it has no working hours', async () => {
  const before = await listUnstaffed()
  const { id } = await givenBookableConsultant(app, { services: ['MY_FUTURE'], weeklyHours: [] })
  await app.rows('update consultant set published_at = now() where id = $1', id)
  expect(await listUnstaffed()).toEqual(before)

  await app.rows("insert into day_hours values ($1, '2040-01-02', 540, 1020)", id)
  expect(await listUnstaffed()).not.toContain('MY FUTURE WEEK: Final call')
})
