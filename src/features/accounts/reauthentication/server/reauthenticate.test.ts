import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { cookieIn } from '#tests/support/app/test-client.ts'
import { memberWithPasskey } from '#tests/support/given/passkey.ts'
import { memberWithApp, totpCode } from '#tests/support/given/second-factor.ts'

const app = await startApp()
afterAll(app.close)

/** A separate site for tests that move the clock. */
const moving = await startApp()
afterAll(moving.close)

const wrongPassword = 'this is not the password'

test('the correct password returns a new access token and invalidates the old one', async () => {
  const ada = await app.member()

  const answer = await confirm(ada, ada.person.password)

  expect(answer).toMatchObject({ status: 200, body: { data: { user: { email: ada.person.email } } } })
  const { token } = answer.body.data
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await ada.get('/api/auth/me')).status).toBe(401)
  expect((await getMe(token)).status).toBe(200)
})

test('reauthentication keeps the refresh token valid for other tabs', async () => {
  const { person } = await app.member()
  const login = await app.logIn(person)
  await confirm(app.withToken(login.body.data.token), person.password)

  const renewed = await renew(cookieIn(login, 'refresh'))

  expect((await getMe(renewed.body.data.token)).status).toBe(200)
})

test('after reauthentication, reusing a replaced refresh token ends the session', async () => {
  const { person } = await app.member()
  const login = await app.logIn(person)
  const renewed = await renew(cookieIn(login, 'refresh'))
  const { body } = await confirm(app.withToken(renewed.body.data.token), person.password)

  expect((await renew(cookieIn(login, 'refresh'))).body.data).toBeNull()
  expect((await getMe(body.data.token)).status).toBe(401)
})

test('a wrong password is rejected without ending the session', async () => {
  const ada = await app.member()
  const { status, body } = await confirm(ada, wrongPassword)
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'wrong-password', message: 'The password is incorrect.' },
  ])
  expect((await ada.get('/api/auth/me')).status).toBe(200)
})

test('ten wrong passwords block the session, but not the owner’s other sessions or other members', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const stolen = await app.returning(ada)
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await confirm(stolen, wrongPassword)).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])

  const blocked = await confirm(stolen, ada.person.password)
  expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true])
  const change = { currentPassword: ada.person.password, password: 'three green boats' }
  expect((await stolen.post('/api/account/password', change)).status).toBe(429)
  for (const member of [ada, grace]) expect((await confirm(member, member.person.password)).status).toBe(200)
})

test('failed codes are limited to 60 a day across all of an account’s sessions', async () => {
  const ada = await memberWithApp(app)
  const tryCode = (session: { post: typeof ada.post }, code: string) =>
    session.post('/api/auth/reauthentication', { code })
  const statuses = []
  for (let login = 0; login < 6; login += 1) {
    const thief = await app.returning(ada)
    for (let tries = 0; tries < 10; tries += 1) statuses.push((await tryCode(thief, '000000')).status)
  }
  expect(statuses).toEqual(Array(60).fill(400))

  const right = totpCode(ada.secret, app.clock.now())
  expect((await tryCode(await app.returning(ada), right)).status).toBe(429)
  const [recoveryCode] = ada.recoveryCodes
  expect((await ada.post('/api/auth/reauthentication', { recoveryCode })).status).toBe(200)
})

test('a session is limited to 40 attempts a day', async () => {
  const ada = await app.member()
  for (let pause = 0; pause < 4; pause += 1) {
    for (let guess = 0; guess < 10; guess += 1) await confirm(ada, wrongPassword)
    await app.rows("delete from rate_limit where key like 'reauthentication:%'")
  }
  expect((await confirm(ada, ada.person.password)).status).toBe(429)
})

test('a correct password resets the count', async () => {
  const ada = await app.member()
  for (let guess = 0; guess < 9; guess += 1) await confirm(ada, wrongPassword)
  const { body } = await confirm(ada, ada.person.password)
  const fresh = app.withToken(body.data.token)
  for (let guess = 0; guess < 9; guess += 1) expect((await confirm(fresh, wrongPassword)).status).toBe(400)
})

test('reauthentication is valid for ten minutes and only in its own session', async () => {
  const ada = await moving.member()
  const elsewhere = await moving.returning(ada)
  moving.clock.advance({ minutes: 9, seconds: 50 })
  expect(await isFresh(ada)).toBe(true)
  moving.clock.advance({ seconds: 10 })
  expect(await isFresh(ada)).toBe(false)

  const { body } = await confirm(ada, ada.person.password)
  expect(await isFresh(moving.withToken(body.data.token))).toBe(true)
  expect(await isFresh(elsewhere)).toBe(false)
})

test('a passkey reauthenticates only the session that requested it', async () => {
  const ada = await memberWithPasskey(app)
  const elsewhere = await app.returning(ada)
  const makeProof = async () => {
    const { challenge, options } = (await ada.post('/api/auth/reauthentication/passkey/options')).body.data
    return { challenge, proof: ada.passkey.get(options) }
  }
  const stolen = await elsewhere.post('/api/auth/reauthentication', { passkey: await makeProof() })
  expect(stolen.body.code).toBe('challenge-expired')

  const { challenge, proof } = await makeProof()
  // A reauthentication challenge must not work as a login.
  const login = await app.stranger().post('/api/auth/passkey', { challenge, passkey: proof })
  expect(login.body.code).toBe('challenge-expired')
  const { status, body } = await ada.post('/api/auth/reauthentication', { passkey: { challenge, proof } })
  expect([status, body.data?.user?.email]).toEqual([200, ada.person.email])
  expect(body.data.token).not.toBe(ada.token)
})

test('reauthentication challenges are limited to 30 per session', async () => {
  const ada = await app.quickMember()
  const statuses = []
  for (let question = 0; question < 31; question += 1) {
    statuses.push((await ada.post('/api/auth/reauthentication/passkey/options')).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

type Client = Pick<TestApp['visitor'], 'get' | 'post' | 'delete'>

function confirm({ post }: Pick<Client, 'post'>, password: string) {
  return post('/api/auth/reauthentication', { password })
}

/** Whether the session can call an endpoint that requires recent reauthentication. */
async function isFresh(client: Pick<Client, 'delete'>): Promise<boolean> {
  const { body } = await client.delete('/api/account/sessions/00000000-0000-4000-8000-000000000000')
  return body.code !== 'reauthentication-needed'
}

function getMe(token: string) {
  return app.withToken(token).get('/api/auth/me')
}

function renew(refresh: string) {
  return app.visitor.post('/api/auth/refresh', undefined, { cookie: `refresh=${refresh}` })
}
