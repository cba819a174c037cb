import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const wrongPassword = 'this is not the password'

test('a login returns a short-lived session token and sets refresh and device cookies', async () => {
  const { person } = await app.member()

  const { status, body, cookies } = await app.logIn({ ...person, email: ` ${person.email.toUpperCase()} ` })

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    message: 'Logged in successfully',
    data: { token: expect.stringMatching(/^[\w-]{43}$/), user: expect.objectContaining({ email: person.email }) },
  })
  expect(cookies).toEqual([
    { name: 'refresh', value: expect.any(String), path: '/api/auth/refresh', httpOnly: true, sameSite: 'Strict' },
    {
      name: 'device',
      value: expect.any(String),
      path: '/api/auth',
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 180 * 86_400,
    },
  ])
})

test('on https the cookies are secure and have the __Secure- prefix', async () => {
  await using secure = await startApp({ publicUrl: 'https://futureworld.example' })
  const { person } = await secure.member()
  const { cookies, headers } = await secure.logIn(person, { keepSignedIn: true })

  expect(cookies).toMatchObject([
    { name: '__Secure-refresh', path: '/api/auth/refresh', httpOnly: true, secure: true, sameSite: 'Strict' },
    { name: '__Secure-device', path: '/api/auth', httpOnly: true, secure: true, sameSite: 'Strict' },
  ])
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

test('"keep me signed in" keeps the cookie for 30 days', async () => {
  const { person } = await app.member()
  const { cookies } = await app.logIn(person, { keepSignedIn: true })
  const days = (Number(cookies[0]?.expires) - app.clock.now().getTime()) / 86_400_000
  expect(Math.abs(days - 30)).toBeLessThan(0.01)
})

test('an unknown address, a wrong password and a disabled account get the same response', async () => {
  const { person } = await app.member()
  const disabled = await app.member()
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)

  const answers = [
    await app.logIn({ email: 'nobody@example.org', password: wrongPassword }),
    await app.logIn({ ...person, password: wrongPassword }),
    await app.logIn(disabled.person),
  ]

  for (const { status, body, cookies, headers } of answers) {
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'wrong-credentials', message: 'Email or password is incorrect.' },
    ])
    expect(cookies).toEqual([])
    expect(Object.keys(headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort())
  }
})

test.each([
  [{ password: wrongPassword }, { email: 'Email is required' }],
  [{ email: 'nobody', password: wrongPassword }, { email: 'Email is invalid' }],
  [{ email: 'a@b.org' }, { password: 'Password is required' }],
  [{ email: 'a@b.org', password: '' }, { password: 'Password is required' }],
  [{ email: 'a@b.org', password: '12345' }, { password: 'Password must be at least 6 characters' }],
])('rejects %j with field errors', async (values, errors) => {
  const { status, body } = await app.stranger().post('/api/auth/login', values)
  expect([status, body.errors]).toEqual([400, errors])
})

test('after 30 wrong passwords an IP address must wait, but others can still log in', async () => {
  const { person } = await app.member()
  const attacker = app.stranger()
  const logInAsAttacker = (password: string) => attacker.post('/api/auth/login', { email: person.email, password })
  const guesses = Array.from({ length: 35 }, () => logInAsAttacker(wrongPassword))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)

  // Concurrent guesses may reach the database in any order.
  expect(statuses.sort()).toEqual([...Array(30).fill(400), ...Array(5).fill(429)])
  const blocked = await logInAsAttacker(person.password)
  expect([blocked.status, blocked.body.code]).toEqual([429, 'too-many-attempts'])
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(900)
  expect((await app.logIn(person)).status).toBe(200)
})

test('untrusted forwarding headers do not change the rate-limited IP address', async () => {
  const visitor = app.stranger()
  for (let guess = 0; guess < 30; guess += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${guess}`, forwarded: `for=203.0.113.${guess}` }
    await visitor.post('/api/auth/login', { email: 'a@example.org', password: wrongPassword }, headers)
  }
  const { status } = await visitor.post(
    '/api/auth/login',
    { email: 'b@example.org', password: wrongPassword },
    { 'x-forwarded-for': '203.0.113.99' },
  )
  expect(status).toBe(429)
})

test('successful logins from one IP address do not count towards its limit', async () => {
  const { email, password } = (await app.member()).person
  const school = app.stranger()
  for (let login = 0; login < 32; login += 1) {
    expect((await school.post('/api/auth/login', { email, password })).status).toBe(200)
  }
})
