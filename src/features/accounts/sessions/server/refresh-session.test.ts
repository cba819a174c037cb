import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { cookieIn, type TestAnswer } from '#tests/support/app/test-client.ts'

const app = await startApp()
afterAll(app.close)

/** A separate site for tests that move the clock; each starts with its own session. */
const moving = await startApp()
afterAll(moving.close)

const { person } = await app.member()

async function logIn(credentials = person, { keepSignedIn = false, site = app } = {}) {
  const answer = await site.logIn(credentials, { keepSignedIn })
  return { token: answer.body.data.token as string, refresh: findRefreshToken(answer) }
}

const renew = (refresh: string, site = app) =>
  site.visitor.post('/api/auth/refresh', undefined, { cookie: `refresh=${refresh}` })

const getMe = (token: string, site = app) => site.withToken(token).get('/api/auth/me')

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

test('a refresh whose response was lost can be repeated once while the new token is unused', async () => {
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

test('when two refreshes run concurrently, exactly one of the tokens stays valid', async () => {
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

test('a disabled account’s session cannot be refreshed', async () => {
  const ada = await app.member()
  const { refresh } = await logIn(ada.person)
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await renew(refresh)).body.data).toBeNull()
})

test.each([
  ['Bearer <token>', 200],
  ['bearer <token>', 200],
  ['BEARER  <token>', 200],
  ['Basic <token>', 401],
  ['Bearer<token>', 401],
  ['<token>', 401],
  ['Bearer', 401],
  ['Bearer ', 401],
  ['Basic eDp5', 401],
  ['Bearer null', 401],
  [`Bearer ${'x'.repeat(5_000)}`, 401],
  ['Bearer \u00e9', 401],
])('a request with the authorization header "%s" gets a %i', async (header, status) => {
  const { token } = await app.quickMember()
  const answer = await app.visitor.get('/api/auth/me', { authorization: header.replace('<token>', token) })
  expect([answer.status, answer.body.code]).toEqual([status, status === 401 ? 'session-expired' : undefined])
})

test('a session ends after an hour of inactivity, unless "keep me signed in" was chosen', async () => {
  const { person: ada } = await moving.member()
  const plain = await logIn(ada, { site: moving })
  const keptSignedIn = await logIn(ada, { site: moving, keepSignedIn: true })
  moving.clock.advance({ minutes: 61 })
  expect((await renew(plain.refresh, moving)).body.data).toBeNull()
  // The access token of an open session expires as well.
  expect((await getMe(keptSignedIn.token, moving)).status).toBe(401)
  expect((await renew(keptSignedIn.refresh, moving)).body.data.token).toEqual(expect.any(String))
})

test('a staff session ends after 15 minutes of inactivity and after 8 hours at most', async () => {
  const staff = await moving.quickMember('administrator')
  const idle = await logIn(staff.person, { site: moving, keepSignedIn: true })
  let { refresh } = await logIn(staff.person, { site: moving, keepSignedIn: true })
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
