import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'

test('sessions are purged 90 days after they ended or expired', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  await ada.post('/api/auth/logout')
  await app.quickMember()

  expect(await keptAfter(app, { days: 89 }, 'session')).toBe(2)
  expect(await keptAfter(app, { days: 1, minutes: 1 }, 'session')).toBe(1)
  expect(await keptAfter(app, { hours: 12 }, 'session')).toBe(0)
})

test('an active session is kept however old it is', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  await app.rows("update session set created_at = created_at - interval '1 year'")
  expect(await keptAfter(app, {}, 'session')).toBe(1)
  expect((await ada.get('/api/auth/me')).status).toBe(200)
})

test('a device is purged 180 days after its last login, and the next login sends a warning', async () => {
  await using app = await startApp()
  const { person } = await app.newcomer()
  const logIn = () => app.logIn(person)
  await logIn()

  expect(await keptAfter(app, { days: 179 }, 'device')).toBe(1)
  expect(await keptAfter(app, { days: 1, minutes: 1 }, 'device')).toBe(0)
  await logIn()
  await app.settle()
  expect(app.mails.filter(({ subject }) => subject.startsWith('New login'))).toHaveLength(1)
})

test('links and pending logins are purged seven days after they expire', async () => {
  await using app = await startApp()
  const { id } = await app.member()
  await app.rows(
    "insert into password_reset values ('\\x01', $1, $2, $2::timestamptz + interval '1 hour', null), ('\\x02', $1, $2, $2::timestamptz + interval '1 hour', $2)",
    id,
    app.clock.now(),
  )
  await app.rows(
    "insert into login_challenge values ('\\x01', 'second-factor', $1, null, null, false, $2, $2::timestamptz + interval '10 minutes', null)",
    id,
    app.clock.now(),
  )

  expect(await keptAfter(app, { days: 6, hours: 23 }, 'password_reset')).toBe(2)
  expect(await keptAfter(app, { hours: 1, minutes: 1 }, 'password_reset')).toBe(1)
  expect(await keptAfter(app, {}, 'login_challenge')).toBe(1)
  expect(await keptAfter(app, { minutes: 10 }, 'login_challenge')).toBe(0)
  expect(await keptAfter(app, { hours: 1 }, 'password_reset')).toBe(0)
  expect(await keptAfter(app, { days: 2, hours: 21 }, 'email_verification')).toBe(1)
  expect(await keptAfter(app, { hours: 2 }, 'email_verification')).toBe(0)
})

async function keptAfter(app: TestApp, time: Record<string, number>, table: string): Promise<number> {
  app.clock.advance(time)
  await app.run('purge-logins')
  return (await app.rows(`select 1 from ${table}`)).length
}
