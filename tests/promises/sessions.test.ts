import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'
import { cookieIn } from '../support/app/test-client.ts'

/** Session tokens. Ending a session is tested next to each use case in the accounts area. */

const app = await startApp()
afterAll(app.close)

const { person } = await app.member()

test('logging in issues new tokens and ignores any that the browser sent', async () => {
  const planted = { bearer: 'A'.repeat(43), refresh: `${'B'.repeat(22)}.${'C'.repeat(43)}`, device: 'D'.repeat(43) }
  const headers = {
    authorization: `Bearer ${planted.bearer}`,
    cookie: `refresh=${planted.refresh}; device=${planted.device}`,
  }
  const login = await app.logIn(person, {}, headers)

  expect(login.status).toBe(200)
  const issuedTokens = [login.body.data.token, cookieIn(login, 'refresh'), cookieIn(login, 'device')]
  for (const token of Object.values(planted)) expect(issuedTokens).not.toContain(token)
  expect((await getCurrentUser(planted.bearer)).status).toBe(401)
  expect((await refreshSession(planted.refresh)).body.data).toBeNull()
})

test("logging in with another member's tokens leaves their session unchanged", async () => {
  const thief = await app.member()
  const thiefLogin = await app.logIn(thief.person)
  const headers = {
    authorization: `Bearer ${thiefLogin.body.data.token}`,
    cookie: `refresh=${cookieIn(thiefLogin, 'refresh')}; device=${cookieIn(thiefLogin, 'device')}`,
  }
  await app.logIn(person, {}, headers)

  expect((await getCurrentUser(thiefLogin.body.data.token)).body.data.user.email).toBe(thief.person.email)
  expect((await refreshSession(cookieIn(thiefLogin, 'refresh'))).body.data.user.email).toBe(thief.person.email)
})

test('all tokens are unique and have at least 128 random bits', async () => {
  const logins = []
  for (let login = 0; login < 20; login += 1) logins.push(await app.logIn(person))
  const tokens = logins.flatMap((login) => {
    const [family = '', secret = ''] = cookieIn(login, 'refresh').split('.')
    return [login.body.data.token as string, family, secret, cookieIn(login, 'device')]
  })

  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  for (const token of bytes) expect(token.length).toBeGreaterThanOrEqual(16)
  expect(new Set(tokens).size).toBe(80)
  // About half of all bits must be set, which rules out counters and clocks.
  const bits = bytes.flatMap((token) => [...token].flatMap((byte) => [...byte.toString(2).padStart(8, '0')]))
  const share = bits.filter((bit) => bit === '1').length / bits.length
  expect(Math.abs(share - 0.5)).toBeLessThan(0.03)
})

test('if a refresh token is used eight times at once, at most one valid session remains', async () => {
  const login = await app.logIn(person)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refreshSession(cookieIn(login, 'refresh'))))

  const tokens = answers.flatMap(({ body }) => (body.data ? [body.data.token as string] : []))
  const statuses = await Promise.all(tokens.map(async (token) => (await getCurrentUser(token)).status))
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
})

test.each([
  ['POST', '/api/auth/login', { email: person.email, password: person.password }],
  ['POST', '/api/auth/register', {}],
  ['POST', '/api/auth/refresh', undefined],
  ['POST', '/api/auth/logout', undefined],
  ['POST', '/api/auth/reauthentication', { password: person.password }],
  ['DELETE', '/api/account/sessions', undefined],
] as const)('%s %s is refused from another site', async (method, url, body) => {
  const member = await app.quickMember()
  for (const [header, value] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const) {
    const headers = { [header]: value, authorization: `Bearer ${member.token}` }
    const { status, cookies } = await app.stranger().send(method, url, body, headers)
    expect([status, cookies]).toEqual([403, []])
  }
  expect((await member.get('/api/auth/me')).status).toBe(200)
})

test('logging out ends the session, deletes the cookie and clears the browser cache', async () => {
  const login = await app.logIn(person)
  const { token } = login.body.data
  const answer = await app.withToken(token).post('/api/auth/logout')

  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '', expires: new Date(0) }])
  expect((await getCurrentUser(token)).status).toBe(401)
  expect((await refreshSession(cookieIn(login, 'refresh'))).body.data).toBeNull()
})

test('staff refresh cookies are always session cookies', async () => {
  const staff = await app.quickMember('administrator')
  const { cookies } = await app.logIn(staff.person, { keepSignedIn: true })
  expect(cookies.find(({ name }) => name === 'refresh')).toEqual({
    name: 'refresh',
    value: expect.any(String),
    path: '/api/auth/refresh',
    httpOnly: true,
    sameSite: 'Strict',
  })
})

function getCurrentUser(token: string) {
  return app.withToken(token).get('/api/auth/me')
}

function refreshSession(refresh: string) {
  return app.visitor.post('/api/auth/refresh', undefined, { cookie: `refresh=${refresh}` })
}
