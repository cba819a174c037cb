import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { addPasskey, makePasskey, memberWithPasskey, type Passkey } from '#tests/support/given/passkey.ts'
import { memberWithApp } from '#tests/support/given/second-factor.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

async function requestChallenge(values: object = {}) {
  const { body } = await app.stranger().post('/api/auth/passkey/options', values)
  return body.data
}

const logIn = (values: object) => app.stranger().post('/api/auth/passkey', values)

/** Logs in with a fresh challenge. */
async function logInWith(passkey: Passkey, signing: Parameters<Passkey['get']>[1] = {}) {
  const { challenge, options } = await requestChallenge()
  return logIn({ challenge, passkey: passkey.get(options, signing) })
}

test('a passkey logs in without a password and records its last use', async () => {
  const ada = await memberWithPasskey(app)
  const { challenge, options } = await requestChallenge()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })

  const reply = await logIn({ challenge, passkey: ada.passkey.get(options), keepSignedIn: true })

  expect(reply.body).toMatchObject({
    message: 'Logged in successfully',
    data: { token: expect.any(String), user: { email: ada.person.email } },
  })
  expect(reply.cookies[0]).toMatchObject({ name: 'refresh', expires: expect.any(Date) })
  const { passkeys } = (await ada.get('/api/account/second-factor')).body.data
  expect(passkeys).toEqual([
    { id: ada.passkeyId, name: 'Phone', addedAt: expect.any(String), lastUsedAt: expect.any(String) },
  ])
  // Adding a passkey does not disable the password.
  expect((await app.logIn(ada.person)).body.data.token).toBeTypeOf('string')
})

test('a passkey response is valid once, even if sent concurrently, and for ten minutes', async () => {
  const ada = await memberWithPasskey(app)
  const { challenge, options } = await requestChallenge()
  const lateChallenge = await requestChallenge()
  const values = { challenge, passkey: ada.passkey.get(options) }
  const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(values)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])

  app.clock.advance({ minutes: 10, seconds: 1 })
  const { body } = await logIn({
    challenge: lateChallenge.challenge,
    passkey: ada.passkey.get(lateChallenge.options),
  })
  expect(body.code).toBe('challenge-expired')
})

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['without user verification', { isVerified: false }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['of another type', { type: 'webauthn.create' }],
])('rejects a passkey response %s', async (_, signing) => {
  const ada = await memberWithPasskey(app)
  const { status, body } = await logInWith(ada.passkey, signing)
  expect([status, body.code]).toEqual([400, 'passkey-refused'])
})

test('rejects a passkey whose counter does not increase, because it may be a copy', async () => {
  const ada = await memberWithPasskey(app)
  for (const [counter, status] of [
    [7, 200],
    [7, 400],
    [6, 400],
    [8, 200],
  ] as const) {
    expect((await logInWith(ada.passkey, { counter })).status).toBe(status)
  }
})

test('an unknown passkey, a removed one and a disabled account’s passkey all get the same error', async () => {
  const [ada, grace] = [await memberWithPasskey(app), await memberWithPasskey(app)]
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  await grace.send('DELETE', `/api/account/passkeys/${grace.passkeyId}`)
  for (const passkey of [ada.passkey, grace.passkey, makePasskey()]) {
    const { status, body } = await logInWith(passkey)
    expect([status, body.code]).toEqual([400, 'passkey-refused'])
  }
})

test('a passkey counts as the second factor only for its owner', async () => {
  const [ada, mallory] = [await memberWithApp(app), await memberWithPasskey(app)]
  const passkey = makePasskey()
  await addPasskey(ada, passkey)
  const { challenge, methods } = (await app.logIn(ada.person)).body.data
  expect(methods).toEqual(['authenticator', 'recovery-code', 'passkey'])

  const { options } = await requestChallenge({ challenge })
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
  const pass = (values: object) => app.stranger().post('/api/auth/second-factor', { challenge, ...values })
  const foreign = await pass({ passkey: mallory.passkey.get(options) })
  const replayed = await pass({ passkey: passkey.get((await requestChallenge()).options) })
  const accepted = await pass({ passkey: passkey.get(options) })

  expect([foreign.body.code, replayed.body.code]).toEqual(['passkey-refused', 'passkey-refused'])
  expect(accepted.body.data.user.email).toBe(ada.person.email)
  // A second-factor challenge must not work as a login.
  expect((await logIn({ challenge, passkey: passkey.get(options) })).body.code).toBe('challenge-expired')
})

test('concurrent passkey logins, removal and account deletion do not deadlock', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const ada = await memberWithPasskey(app)
    const challenges = await Promise.all(Array.from({ length: 6 }, () => requestChallenge()))
    const departure =
      round % 2 === 0
        ? ada.send('DELETE', `/api/account/passkeys/${ada.passkeyId}`)
        : ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })
    const logins = challenges.map(({ challenge, options }) => logIn({ challenge, passkey: ada.passkey.get(options) }))
    statuses.push((await departure).status, ...(await Promise.all(logins)).map(({ status }) => status))
  }
  expect(new Set(statuses)).not.toContain(500)
})
