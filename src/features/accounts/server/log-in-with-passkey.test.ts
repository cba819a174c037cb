import { afterAll, expect, test } from 'vitest'
import { mailsTo } from '../../../../tests/support/letters.ts'
import { givenPasskey, makePasskey } from '../../../../tests/support/passkey.ts'
import { memberWithApp } from '../../../../tests/support/second-factor.ts'
import { type Member, startApp } from '../../../../tests/support/start-app.ts'

/** Its clock moves on: each test begins with a member of its own. */
const app = await startApp()
afterAll(app.close)

const origin = 'http://localhost:5001'

type Passkey = ReturnType<typeof makePasskey>

async function add(member: Pick<Member, 'post'>, passkey: Passkey, signing: object = {}) {
  const { challenge, options } = (await member.post('/api/account/passkeys/options')).body.data
  const response = passkey.create(options, { origin, ...signing })
  return member.post('/api/account/passkeys', { challenge, name: 'Phone', response })
}

async function memberWithPasskey() {
  const member = await app.member()
  const passkey = makePasskey()
  const { status, body } = await add(member, passkey)
  expect(status).toBe(200)
  return { ...member, passkey, passkeyId: body.data.id as string }
}

async function ask(values: object = {}) {
  const { body } = await app.stranger().post('/api/auth/passkey/options', values)
  return body.data
}

const logIn = (values: object) => app.stranger().post('/api/auth/passkey', values)

test('a passkey that a member has added logs them in without a password, and each says when', async () => {
  const ada = await memberWithPasskey()
  const { challenge, options } = await ask()
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
  // A passkey is another way in: the password alone still is one.
  const { email, password } = ada.person
  expect((await app.stranger().post('/api/auth/login', { email, password })).body.data.token).toBeTypeOf('string')
})

test('an answer counts once, under eight tries at once too, and only within ten minutes', async () => {
  const ada = await memberWithPasskey()
  const { challenge, options } = await ask()
  const late = await ask()
  const values = { challenge, passkey: ada.passkey.get(options, { origin }) }
  const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(values)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])

  app.clock.advance({ minutes: 10, seconds: 1 })
  const { body } = await logIn({ challenge: late.challenge, passkey: ada.passkey.get(late.options, { origin }) })
  expect(body.code).toBe('challenge-over')
})

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['without having looked who holds it', { origin, isVerified: false }],
  ['to another question', { origin, challenge: 'AAAA' }],
  ['of another kind', { origin, type: 'webauthn.create' }],
])('an answer %s opens nothing', async (_, signing) => {
  const ada = await memberWithPasskey()
  const { challenge, options } = await ask()
  const { status, body } = await logIn({ challenge, passkey: ada.passkey.get(options, signing) })
  expect([status, body.code]).toEqual([400, 'passkey-refused'])
})

test('a passkey whose count stands still was copied, and opens nothing', async () => {
  const ada = await memberWithPasskey()
  for (const [counter, status] of [
    [7, 200],
    [7, 400],
    [6, 400],
    [8, 200],
  ] as const) {
    const { challenge, options } = await ask()
    expect((await logIn({ challenge, passkey: ada.passkey.get(options, { origin, counter }) })).status).toBe(status)
  }
})

test('a passkey of nobody, of a disabled account and one that was removed are answered alike', async () => {
  const [ada, grace] = [await memberWithPasskey(), await memberWithPasskey()]
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  await grace.send('DELETE', `/api/account/passkeys/${grace.passkeyId}`)
  for (const passkey of [ada.passkey, grace.passkey, makePasskey()]) {
    const { challenge, options } = await ask()
    const { status, body } = await logIn({ challenge, passkey: passkey.get(options, { origin }) })
    expect([status, body.code]).toEqual([400, 'passkey-refused'])
  }
})

test('a passkey answers the second step of its own member, and of nobody else', async () => {
  const [ada, mallory] = [await memberWithApp(app), await memberWithPasskey()]
  const passkey = makePasskey()
  await add(ada, passkey)
  const { email, password } = ada.person
  const { challenge, methods } = (await app.stranger().post('/api/auth/login', { email, password })).body.data
  expect(methods).toEqual(['authenticator', 'recovery-code', 'passkey'])

  const { options } = await ask({ challenge })
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
  const pass = (values: object) => app.stranger().post('/api/auth/second-factor', { challenge, ...values })
  const foreign = await pass({ passkey: mallory.passkey.get(options, { origin }) })
  const replayed = await pass({ passkey: passkey.get((await ask()).options, { origin }) })
  const own = await pass({ passkey: passkey.get(options, { origin }) })

  expect([foreign.body.code, replayed.body.code]).toEqual(['passkey-refused', 'passkey-refused'])
  expect(own.body.data.user.email).toBe(email)
  // What was asked for a second step is no login by itself.
  expect((await logIn({ challenge, passkey: passkey.get(options, { origin }) })).body.code).toBe('challenge-over')
})

test('a passkey is added in the session that asked for it, once, and its owner is told', async () => {
  const [ada, mallory] = [await app.member(), await app.member()]
  const { challenge, options } = (await ada.post('/api/account/passkeys/options')).body.data
  const values = { challenge, name: ' Phone ', response: makePasskey().create(options, { origin }) }
  const elsewhere = await app.returning(ada)

  expect((await mallory.post('/api/account/passkeys', values)).body.code).toBe('challenge-over')
  expect((await elsewhere.post('/api/account/passkeys', values)).body.code).toBe('challenge-over')
  expect((await ada.post('/api/account/passkeys', values)).body.data.name).toBe('Phone')
  expect((await ada.post('/api/account/passkeys', values)).body.code).toBe('challenge-over')
  expect(await mailsTo(app, ada.person.email, 'A passkey was added')).toHaveLength(1)
})

test.each([{ origin: 'https://evil.example' }, { isVerified: false }, { type: 'webauthn.get' }])(
  'a passkey made with %j is not taken',
  async (signing) => {
    expect((await add(await app.member(), makePasskey(), signing)).body.code).toBe('passkey-refused')
  },
)

test('a passkey that somebody has already cannot be added by another member', async () => {
  const ada = await memberWithPasskey()
  expect((await add(await app.member(), ada.passkey)).body.code).toBe('passkey-known')
})

test('a passkey gets another name, and is removed, by its owner', async () => {
  const ada = await memberWithPasskey()
  const url = `/api/account/passkeys/${ada.passkeyId}`
  expect((await ada.send('PATCH', url, { name: '' })).body.errors).toEqual({ name: 'Please give the passkey a name' })
  await ada.send('PATCH', url, { name: 'Old phone' })
  expect((await ada.get('/api/account/second-factor')).body.data.passkeys[0].name).toBe('Old phone')
  expect((await ada.send('DELETE', url)).status).toBe(200)
  expect((await ada.send('DELETE', url)).status).toBe(404)
  const [letter] = await mailsTo(app, ada.person.email, 'A passkey was removed')
  expect(letter?.text).toContain('The passkey "Old phone" no longer opens your account.')
})

test('a passkey proves who it is in the session that asked', async () => {
  const ada = await memberWithPasskey()
  const elsewhere = await app.returning(ada)
  const { challenge, options } = (await ada.post('/api/auth/confirmation/passkey/options')).body.data
  const proof = ada.passkey.get(options, { origin })
  const passkey = { challenge, proof }
  expect((await elsewhere.post('/api/auth/confirmation', { passkey })).body.code).toBe('challenge-over')

  const again = (await ada.post('/api/auth/confirmation/passkey/options')).body.data
  const right = { challenge: again.challenge, proof: ada.passkey.get(again.options, { origin }) }
  // What was asked to confirm is no login.
  expect((await logIn({ challenge: right.challenge, passkey: right.proof })).body.code).toBe('challenge-over')
  const { status, body } = await ada.post('/api/auth/confirmation', { passkey: right })
  expect([status, body.data?.user?.email]).toEqual([200, ada.person.email])
  expect(body.data.token).not.toBe(ada.token)
})

test('twenty passkeys are enough for anybody', async () => {
  const ada = await app.member()
  for (let known = 0; known < 20; known += 1) await givenPasskey(app, ada.id)
  expect((await ada.post('/api/account/passkeys/options')).body.code).toBe('too-many-passkeys')
})

test('staff on a public address keep their last passkey', async () => {
  await using site = await startApp({ publicUrl: 'https://futureworld.example' })
  const boss = await site.quickMember('consultant')
  const [first, last] = [await givenPasskey(site, boss.id), await givenPasskey(site, boss.id)]
  expect((await boss.send('DELETE', `/api/account/passkeys/${first}`)).status).toBe(200)
  expect((await boss.send('DELETE', `/api/account/passkeys/${last}`)).body.code).toBe('last-factor')
  expect((await boss.get('/api/account/second-factor')).body.data.passkeys).toHaveLength(1)
})

test('a passkey that is removed, or whose account is deleted, while it logs in makes nobody wait for each other', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const ada = await memberWithPasskey()
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask()))
    const leave =
      round % 2 === 0
        ? ada.send('DELETE', `/api/account/passkeys/${ada.passkeyId}`)
        : ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })
    const logins = asked.map(({ challenge, options }) =>
      logIn({ challenge, passkey: ada.passkey.get(options, { origin }) }),
    )
    statuses.push((await leave).status, ...(await Promise.all(logins)).map(({ status }) => status))
  }
  expect(new Set(statuses)).not.toContain(500)
})

test('the name of a passkey begins no line of its own in the letter that warns of it', async () => {
  const ada = await memberWithPasskey()
  const { status, body } = await ada.send('PATCH', `/api/account/passkeys/${ada.passkeyId}`, {
    name: 'Phone\nGood news',
  })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['name']])
})

test('a session that asks and asks what a passkey has to sign fills no table', async () => {
  const ada = await app.quickMember()
  const statuses = []
  for (let question = 0; question < 31; question += 1) {
    statuses.push((await ada.post('/api/auth/confirmation/passkey/options')).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})
