import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenPasskey, makePasskey } from '../../../../../tests/support/given/passkey.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'
import { memberWithApp } from '../../../../../tests/support/given/second-factor.ts'

/** Tests move this site’s clock, so each starts with its own member. */
const app = await startApp()
afterAll(app.close)

const origin = 'http://localhost:5001'

type Passkey = ReturnType<typeof makePasskey>

async function addPasskey(member: Pick<Member, 'post'>, passkey: Passkey, signingOptions: object = {}) {
  const { challenge, options } = (await member.post('/api/account/passkeys/options')).body.data
  const response = passkey.create(options, { origin, ...signingOptions })
  return member.post('/api/account/passkeys', { challenge, name: 'Phone', response })
}

async function memberWithPasskey() {
  const member = await app.member()
  const passkey = makePasskey()
  const { status, body } = await addPasskey(member, passkey)
  expect(status).toBe(200)
  return { ...member, passkey, passkeyId: body.data.id as string }
}

async function requestChallenge(values: object = {}) {
  const { body } = await app.stranger().post('/api/auth/passkey/options', values)
  return body.data
}

const logIn = (values: object) => app.stranger().post('/api/auth/passkey', values)

/** Logs in with a fresh challenge. */
async function logInWith(passkey: Passkey, signing: object = {}) {
  const { challenge, options } = await requestChallenge()
  return logIn({ challenge, passkey: passkey.get(options, { origin, ...signing }) })
}

test('a passkey logs in without a password and records its last use', async () => {
  const ada = await memberWithPasskey()
  const { challenge, options } = await requestChallenge()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })

  const reply = await logIn({ challenge, passkey: ada.passkey.get(options, { origin }), keepSignedIn: true })

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

test('a passkey response is valid once, even concurrently, and for ten minutes', async () => {
  const ada = await memberWithPasskey()
  const { challenge, options } = await requestChallenge()
  const lateChallenge = await requestChallenge()
  const values = { challenge, passkey: ada.passkey.get(options, { origin }) }
  const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(values)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])

  app.clock.advance({ minutes: 10, seconds: 1 })
  const { body } = await logIn({
    challenge: lateChallenge.challenge,
    passkey: ada.passkey.get(lateChallenge.options, { origin }),
  })
  expect(body.code).toBe('challenge-expired')
})

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['without user verification', { isVerified: false }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['of another type', { type: 'webauthn.create' }],
])('rejects a passkey response %s', async (_, signing) => {
  const ada = await memberWithPasskey()
  const { status, body } = await logInWith(ada.passkey, signing)
  expect([status, body.code]).toEqual([400, 'passkey-refused'])
})

test('rejects a passkey whose counter does not increase, because it may be a copy', async () => {
  const ada = await memberWithPasskey()
  for (const [counter, status] of [
    [7, 200],
    [7, 400],
    [6, 400],
    [8, 200],
  ] as const) {
    expect((await logInWith(ada.passkey, { counter })).status).toBe(status)
  }
})

test('unknown, removed and disabled-account passkeys get the same error', async () => {
  const [ada, grace] = [await memberWithPasskey(), await memberWithPasskey()]
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  await grace.send('DELETE', `/api/account/passkeys/${grace.passkeyId}`)
  for (const passkey of [ada.passkey, grace.passkey, makePasskey()]) {
    const { status, body } = await logInWith(passkey)
    expect([status, body.code]).toEqual([400, 'passkey-refused'])
  }
})

test('a passkey passes only its own member’s second factor', async () => {
  const [ada, mallory] = [await memberWithApp(app), await memberWithPasskey()]
  const passkey = makePasskey()
  await addPasskey(ada, passkey)
  const { challenge, methods } = (await app.logIn(ada.person)).body.data
  expect(methods).toEqual(['authenticator', 'recovery-code', 'passkey'])

  const { options } = await requestChallenge({ challenge })
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
  const pass = (values: object) => app.stranger().post('/api/auth/second-factor', { challenge, ...values })
  const foreign = await pass({ passkey: mallory.passkey.get(options, { origin }) })
  const replayed = await pass({ passkey: passkey.get((await requestChallenge()).options, { origin }) })
  const accepted = await pass({ passkey: passkey.get(options, { origin }) })

  expect([foreign.body.code, replayed.body.code]).toEqual(['passkey-refused', 'passkey-refused'])
  expect(accepted.body.data.user.email).toBe(ada.person.email)
  // A second-factor challenge must not work as a login.
  expect((await logIn({ challenge, passkey: passkey.get(options, { origin }) })).body.code).toBe('challenge-expired')
})

test('a passkey can only be added in the session that requested it, once, and its owner is notified', async () => {
  const [ada, mallory] = [await app.member(), await app.member()]
  const { challenge, options } = (await ada.post('/api/account/passkeys/options')).body.data
  const values = { challenge, name: ' Phone ', response: makePasskey().create(options, { origin }) }
  const elsewhere = await app.returning(ada)

  expect((await mallory.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect((await elsewhere.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect((await ada.post('/api/account/passkeys', values)).body.data.name).toBe('Phone')
  expect((await ada.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect(await emailsTo(app, ada.person.email, 'A passkey was added')).toHaveLength(1)
})

test.each([{ origin: 'https://evil.example' }, { isVerified: false }, { type: 'webauthn.get' }])(
  'rejects a new passkey made with %j',
  async (signing) => {
    expect((await addPasskey(await app.member(), makePasskey(), signing)).body.code).toBe('passkey-refused')
  },
)

test('rejects a passkey already added by another member', async () => {
  const ada = await memberWithPasskey()
  expect((await addPasskey(await app.member(), ada.passkey)).body.code).toBe('passkey-already-added')
})

test('the owner can rename and remove a passkey', async () => {
  const ada = await memberWithPasskey()
  const url = `/api/account/passkeys/${ada.passkeyId}`
  // A line break would forge lines in the email.
  for (const name of ['', 'Phone\nGood news']) {
    expect((await ada.send('PATCH', url, { name })).body.errors).toEqual({ name: expect.any(String) })
  }
  await ada.send('PATCH', url, { name: 'Old phone' })
  expect((await ada.get('/api/account/second-factor')).body.data.passkeys[0].name).toBe('Old phone')
  expect((await ada.send('DELETE', url)).status).toBe(200)
  expect((await ada.send('DELETE', url)).status).toBe(404)
  const [notice] = await emailsTo(app, ada.person.email, 'A passkey was removed')
  expect(notice?.text).toContain('The passkey "Old phone" no longer opens your account.')
})

test('a passkey reauthenticates only the session that requested it', async () => {
  const ada = await memberWithPasskey()
  const elsewhere = await app.returning(ada)
  const makeProof = async () => {
    const { challenge, options } = (await ada.post('/api/auth/reauthentication/passkey/options')).body.data
    return { challenge, proof: ada.passkey.get(options, { origin }) }
  }
  const stolen = await elsewhere.post('/api/auth/reauthentication', { passkey: await makeProof() })
  expect(stolen.body.code).toBe('challenge-expired')

  const { challenge, proof } = await makeProof()
  // A reauthentication challenge must not work as a login.
  expect((await logIn({ challenge, passkey: proof })).body.code).toBe('challenge-expired')
  const { status, body } = await ada.post('/api/auth/reauthentication', { passkey: { challenge, proof } })
  expect([status, body.data?.user?.email]).toEqual([200, ada.person.email])
  expect(body.data.token).not.toBe(ada.token)
})

test('a member can have at most twenty passkeys', async () => {
  const ada = await app.member()
  for (let count = 0; count < 20; count += 1) await givenPasskey(app, ada.id)
  expect((await ada.post('/api/account/passkeys/options')).body.code).toBe('too-many-passkeys')
})

test('staff on a public address cannot remove their last passkey', async () => {
  await using site = await startApp({ publicUrl: 'https://futureworld.example' })
  const boss = await site.quickMember('consultant')
  const [firstId, lastId] = [await givenPasskey(site, boss.id), await givenPasskey(site, boss.id)]
  expect((await boss.send('DELETE', `/api/account/passkeys/${firstId}`)).status).toBe(200)
  expect((await boss.send('DELETE', `/api/account/passkeys/${lastId}`)).body.code).toBe('last-factor')
  expect((await boss.get('/api/account/second-factor')).body.data.passkeys).toHaveLength(1)
})

test('concurrent passkey logins, removal and account deletion do not deadlock', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const ada = await memberWithPasskey()
    const challenges = await Promise.all(Array.from({ length: 6 }, () => requestChallenge()))
    const departure =
      round % 2 === 0
        ? ada.send('DELETE', `/api/account/passkeys/${ada.passkeyId}`)
        : ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })
    const logins = challenges.map(({ challenge, options }) =>
      logIn({ challenge, passkey: ada.passkey.get(options, { origin }) }),
    )
    statuses.push((await departure).status, ...(await Promise.all(logins)).map(({ status }) => status))
  }
  expect(new Set(statuses)).not.toContain(500)
})

test('reauthentication challenges are limited to 30 per session', async () => {
  const ada = await app.quickMember()
  const statuses = []
  for (let question = 0; question < 31; question += 1) {
    statuses.push((await ada.post('/api/auth/reauthentication/passkey/options')).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})
