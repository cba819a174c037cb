import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { cookieIn, type TestAnswer } from '../../../../../tests/support/app/test-client.ts'

const app = await startApp()
afterAll(app.close)

/** A separate site for tests that move the clock; each starts with its own session. */
const moving = await startApp()
afterAll(moving.close)

const { person } = await app.member()

async function logIn({ keepSignedIn = false, site = app, credentials = person } = {}) {
  const { email, password } = credentials
  const answer = await site.stranger().post('/api/auth/login', { email, password, keepSignedIn })
  return { token: answer.body.data.token as string, refresh: findRefreshToken(answer) }
}

const renew = (refresh: string, site = app) =>
  site.visitor.post('/api/auth/refresh', undefined, { cookie: `refresh=${refresh}` })

const getMe = (token: string, site = app) => site.visitor.get('/api/auth/me', { authorization: `Bearer ${token}` })

const findRefreshToken = (answer: TestAnswer) => cookieIn(answer, 'refresh')

test('a refresh returns a new token and cookie and invalidates the old token', async () => {
  const login = await logIn()

  const answer = await renew(login.refresh)

  expect(answer).toMatchObject({ status: 200, body: { data: { user: { email: person.email } } } })
  const { token } = answer.body.data
  expect([token === login.token, findRefreshToken(answer) === login.refresh]).toEqual([false, false])
  expect((await getMe(token)).status).toBe(200)
  expect((await getMe(login.token)).status).toBe(401)
  expect(answer.cookies).toMatchObject([{ path: '/api/auth/refresh', httpOnly: true, sameSite: 'Strict' }])
})

test('a lost response can be requested once more while its token is unused', async () => {
  const { refresh } = await logIn()
  await renew(refresh)

  const repeated = await renew(refresh)
  const third = await renew(refresh)

  expect(repeated.body.data.token).toEqual(expect.any(String))
  expect(third.body.data).toBeNull()
})

test('reusing a refresh token ends the session', async () => {
  const { refresh } = await logIn()
  const fresh = await renew(refresh)
  await getMe(fresh.body.data.token)

  const thief = await renew(refresh)

  expect(thief.body.data).toBeNull()
  expect(findRefreshToken(thief)).toBe('')
  expect((await getMe(fresh.body.data.token)).status).toBe(401)
  expect((await renew(findRefreshToken(fresh))).body.data).toBeNull()
})

test('of two concurrent refreshes exactly one token stays valid', async () => {
  const { refresh } = await logIn()

  const answers = await Promise.all([renew(refresh), renew(refresh)])

  const alive = []
  for (const { body } of answers) {
    if (body.data && (await getMe(body.data.token)).status === 200) alive.push(body.data.token)
  }
  expect(alive).toHaveLength(1)
})

test.each(['', 'x', 'x.y', 'a.b.c', '%00.%00', 'x'.repeat(5_000), '"quoted"'])(
  'rejects and clears a refresh cookie with the value %j',
  async (refresh) => {
    const { status, body, cookies } = await renew(refresh)
    expect([status, body.data]).toEqual([200, null])
    expect(cookies).toMatchObject([{ name: 'refresh', value: '', path: '/api/auth/refresh', expires: new Date(0) }])
  },
)

test('a refresh without a cookie returns no session and no error', async () => {
  const { status, body } = await app.visitor.post('/api/auth/refresh')
  expect([status, body]).toEqual([200, { success: true, data: null }])
})

test('access tokens cannot refresh, and refresh tokens grant no access', async () => {
  const { token, refresh } = await logIn()
  expect((await renew(token)).body.data).toBeNull()
  expect((await getMe(refresh)).status).toBe(401)
})

test('a wrong secret for a known token family ends the session', async () => {
  const { token, refresh } = await logIn()
  const [family] = refresh.split('.')
  expect((await renew(`${family}.${'A'.repeat(43)}`)).body.data).toBeNull()
  expect((await getMe(token)).status).toBe(401)
})

test('a disabled account cannot refresh', async () => {
  const ada = await app.member()
  const answer = await app
    .stranger()
    .post('/api/auth/login', { email: ada.person.email, password: ada.person.password })
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await renew(findRefreshToken(answer))).body.data).toBeNull()
})

test('logging out ends the session for both tokens immediately', async () => {
  const { token, refresh } = await logIn()
  const otherLogin = await logIn()

  const answer = await app.visitor.post('/api/auth/logout', undefined, { authorization: `Bearer ${token}` })

  expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Logged out successfully' } })
  expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '', path: '/api/auth/refresh' }])
  expect((await getMe(token)).status).toBe(401)
  expect((await renew(refresh)).body.data).toBeNull()
  expect((await getMe(otherLogin.token)).status).toBe(200)
})

test.each([
  'Bearer',
  'Bearer ',
  'bearer x',
  'Basic eDp5',
  'Bearer null',
  `Bearer ${'x'.repeat(5_000)}`,
  'Bearer \u00e9',
])('rejects the authorization header "%s"', async (authorization) => {
  const { status, body } = await app.visitor.get('/api/auth/me', { authorization })
  expect([status, body.code]).toEqual([401, 'session-expired'])
})

test('a member’s session ends after 12 hours despite refreshes', async () => {
  const ada = await moving.member()
  const login = await logIn({ site: moving, credentials: ada.person })
  expect((await getMe(login.token, moving)).status).toBe(200)
  moving.clock.advance({ minutes: 15 })
  expect((await getMe(login.token, moving)).status).toBe(401)

  let refresh = findRefreshToken(await renew(login.refresh, moving))
  for (let renewals = 0; renewals < 20; renewals += 1) {
    moving.clock.advance({ minutes: 50 })
    const answer = await renew(refresh, moving)
    if (answer.body.data === null) break
    refresh = findRefreshToken(answer)
  }
  const [{ age }] = await moving.rows(
    'select extract(epoch from $2::timestamptz - created_at) / 3600 as age from session where account_id = $1 order by created_at desc limit 1',
    ada.id,
    moving.clock.now(),
  )
  expect(Number(age)).toBeGreaterThan(12)
  expect(Number(age)).toBeLessThan(13)
})

test('a session ends after one hour without use, unless kept signed in', async () => {
  const options = { site: moving, credentials: (await moving.member()).person }
  const [plain, keptSignedIn] = [await logIn(options), await logIn({ ...options, keepSignedIn: true })]
  moving.clock.advance({ minutes: 61 })
  expect((await renew(plain.refresh, moving)).body.data).toBeNull()

  const renewed = await renew(keptSignedIn.refresh, moving)
  moving.clock.advance({ days: 29 })
  const renewedAgain = await renew(findRefreshToken(renewed), moving)
  expect(renewedAgain.body.data.token).toEqual(expect.any(String))
  moving.clock.advance({ days: 1 })
  expect((await renew(findRefreshToken(renewedAgain), moving)).body.data).toBeNull()
})

test('a lost response can be requested again within 30 seconds only', async () => {
  const options = { site: moving, credentials: (await moving.member()).person }
  const [quick, slow] = [await logIn(options), await logIn(options)]
  await renew(quick.refresh, moving)
  await renew(slow.refresh, moving)
  moving.clock.advance({ seconds: 29 })
  expect((await renew(quick.refresh, moving)).body.data.token).toEqual(expect.any(String))
  moving.clock.advance({ seconds: 2 })
  expect((await renew(slow.refresh, moving)).body.data).toBeNull()
})

test('a staff session ends after 15 minutes without use and after 8 hours at most', async () => {
  const staff = await moving.member()
  await moving.rows("update account set role = 'administrator' where id = $1", staff.id)
  const options = { site: moving, credentials: staff.person, keepSignedIn: true }
  const idle = await logIn(options)
  let { refresh } = await logIn(options)
  moving.clock.advance({ minutes: 14 })
  refresh = findRefreshToken(await renew(refresh, moving))
  moving.clock.advance({ minutes: 2 })
  expect((await renew(idle.refresh, moving)).body.data).toBeNull()

  for (let minutes = 16; minutes < 480; minutes += 14) {
    const answer = await renew(refresh, moving)
    expect(answer.body.data).not.toBeNull()
    refresh = findRefreshToken(answer)
    moving.clock.advance({ minutes: 14 })
  }
  expect((await renew(refresh, moving)).body.data).toBeNull()
})

test.each([
  ['Bearer ', 200],
  ['bearer ', 200],
  ['BEARER  ', 200],
  ['Basic ', 401],
  ['Bearer', 401],
  ['', 401],
])('an access token after "%s" responds with %i', async (scheme, status) => {
  const { token } = await app.quickMember()
  const answer = await app.visitor.get('/api/auth/me', { authorization: `${scheme}${token}` })
  expect(answer.status).toBe(status)
})
