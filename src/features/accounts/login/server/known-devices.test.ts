import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { cookieIn, type TestAnswer } from '#tests/support/app/test-client.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const wrongPassword = 'this is not the password'

test('a login from a new browser sends a warning, except the very first login', async () => {
  const { person } = await app.newcomer()
  await logIn(person)
  expect(await warningsTo(person)).toEqual([])

  const windowsLogin = await logIn(person, { userAgent: onWindows })
  const [warning, ...furtherWarnings] = await warningsTo(person)
  expect(furtherWarnings).toEqual([])
  expect(warning).toMatchObject({ subject: expect.stringMatching(/^New login to your account: /) })
  for (const expected of [
    'Hello Ada,',
    'from a browser we haven’t seen before',
    'Device: Chrome on Windows',
    /Time: \w+ \d{1,2} \w+ \d{4} at \d\d:\d\d \(London time\)/,
    'http://localhost:5001/portal/security',
    'http://localhost:5001/forgot-password',
    'That logs out every device.',
  ]) {
    expect(warning?.text).toMatch(expected)
  }

  await logIn(person, { device: findDeviceToken(windowsLogin), userAgent: onWindows })
  expect(await warningsTo(person)).toHaveLength(1)
})

test('a browser with an empty or oversized user agent can log in, and at most 400 characters are stored', async () => {
  const { person } = await app.newcomer()
  for (const userAgent of ['', 'x?('.repeat(3_333)]) expect((await logIn(person, { userAgent })).status).toBe(200)
  const [{ length }] = await app.rows(
    'select max(length(user_agent)) as length from session where account_id = (select id from account where email = $1)',
    person.email,
  )
  expect(length).toBeLessThanOrEqual(400)
})

test('each login rotates the device token and invalidates the previous one', async () => {
  const { person } = await app.newcomer()
  const firstToken = findDeviceToken(await logIn(person))
  const secondToken = findDeviceToken(await logIn(person, { device: firstToken }))
  expect(secondToken).not.toBe(firstToken)
  expect(secondToken).toMatch(/^[\w-]{43}$/)

  await logIn(person, { device: firstToken })
  expect(await warningsTo(person)).toHaveLength(1)
})

test('a device cookie planted by another account gives no extra login attempts', async () => {
  const [{ person }, { person: attacker }] = [await app.newcomer(), await app.newcomer()]
  await logIn(person)
  const plantedToken = findDeviceToken(await logIn(attacker))
  await logIn(person, { device: plantedToken })
  await guessAsStrangers(person)

  const { status } = await logIn(person, { device: plantedToken })
  expect(status).toBe(429)
})

test.each(['', 'x', 'a b', '%00', 'x'.repeat(4_000)])(
  'a browser with the device cookie "%s" is treated as unknown',
  async (device) => {
    const { person } = await app.newcomer()
    const answer = await logIn(person, { device })
    expect(answer.status).toBe(200)
    expect(findDeviceToken(answer)).toMatch(/^[\w-]{43}$/)
  },
)

test('one browser can be known to several members’ accounts', async () => {
  const [{ person: ada }, { person: grace }] = [await app.newcomer(), await app.newcomer()]
  let device = findDeviceToken(await logIn(ada))
  device = findDeviceToken(await logIn(grace, { device }))
  for (const person of [ada, grace, ada]) device = findDeviceToken(await logIn(person, { device }))
  expect([await warningsTo(ada), await warningsTo(grace)]).toEqual([[], []])
})

test('a known browser can log in while the account is rate-limited across IP addresses and spellings', async () => {
  const { person } = await app.newcomer()
  const device = findDeviceToken(await logIn(person))
  await guessAsStrangers(person)

  const unknown = await logIn(person)
  expect([unknown.status, unknown.body.code]).toEqual([429, 'too-many-attempts'])
  expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(0)
  expect((await logIn(person, { device })).status).toBe(200)
})

test('a known browser has its own limit of 30 attempts', async () => {
  const { person } = await app.newcomer()
  const device = findDeviceToken(await logIn(person))
  for (let guess = 0; guess < 30; guess += 1) {
    expect((await logIn({ ...person, password: wrongPassword }, { device })).status).toBe(400)
  }
  expect((await logIn(person, { device })).status).toBe(429)
  expect((await logIn(person)).status).toBe(200)
})

test('logging in again in the same browser ends only its earlier session', async () => {
  const { person } = await app.newcomer()
  const firstLogin = await logIn(person)
  const otherLogin = await logIn(person)
  await logIn(person, { device: findDeviceToken(firstLogin) })
  const responses = [firstLogin, otherLogin].map(({ body }) => app.withToken(body.data.token).get('/api/auth/me'))
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 200])
})

type Credentials = { email: string; password: string }

function logIn(credentials: Credentials, { device, userAgent }: { device?: string; userAgent?: string } = {}) {
  const headers = {
    ...(device !== undefined && { cookie: `device=${device}` }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  }
  return app.logIn(credentials, {}, headers)
}

/** Exceeds the account's limit, which covers all IP addresses and all spellings of its email address. */
async function guessAsStrangers({ email }: Credentials) {
  const spellings = [email, email.toUpperCase(), ` ${email}`, email]
  for (let round = 0; round < 26; round += 1) {
    await Promise.all(spellings.map((spelling) => logIn({ email: spelling, password: wrongPassword })))
  }
}

function findDeviceToken(answer: TestAnswer): string {
  return cookieIn(answer, 'device')
}

function warningsTo({ email }: Credentials) {
  return emailsTo(app, email, 'New login')
}
