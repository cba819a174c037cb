import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

const register = (changes: object) => app.stranger().post('/api/auth/register', { ...newPerson(), ...changes })

const unprintableMessage = 'Remove line breaks and invisible characters'
const invalidMobile = 'Please enter a valid mobile number with country code (e.g. +12345678901)'

test('registering creates an account and sends a verification email', async () => {
  const person = newPerson({ email: 'Ada.Lovelace@Example.org' })

  const { status, body } = await register(person)

  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: 'Registered successfully' })
  expect(body.data.user).toEqual({
    id: expect.any(String),
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'Ada.Lovelace@Example.org',
    mobile: person.mobile,
    profilePicture: null,
    role: 'member',
    emailVerified: false,
  })
  const [email] = await emailsTo(app, person.email)
  expect(email?.text).toMatch(/http:\/\/localhost:5001\/verify-email\?token=[\w-]{43}\n/)
})

test.each([
  ['firstName', '', 'First name is required'],
  ['firstName', '   ', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['firstName', 'Ada\nBcc: all@example.org', unprintableMessage],
  ['firstName', 'Ada\u2028Lovelace', unprintableMessage],
  ['firstName', 'Ada\u0007', unprintableMessage],
  ['lastName', '\u202egro.elpmaxe', unprintableMessage],
  ['lastName', 'Love\u200blace', unprintableMessage],
  ['email', '', 'Email is required'],
  ['email', 'nobody', 'Email is invalid'],
  ['mobile', '', 'Mobile number is required'],
  ['mobile', '7700900123', invalidMobile],
  ['mobile', '+0770090012', invalidMobile],
  ['mobile', '+1234567', invalidMobile],
  ['mobile', '+1234567890123456', invalidMobile],
  ['mobile', '+44 7700 900123', invalidMobile],
  ['password', '', 'Password is required'],
  ['password', '1234567', 'Password must be at least 8 characters'],
  ['password', 'x'.repeat(257), 'Use no more than 256 characters'],
])('rejects %s %j with "%s"', async (field, value, sentence) => {
  const { status, body } = await register({ [field]: value })
  expect(status).toBe(400)
  expect(body).toEqual({ success: false, code: 'invalid-input', message: sentence, errors: { [field]: sentence } })
})

test.each(['+12345678', '+123456789012345', ' +447700900123 '])('accepts %j as a mobile number', async (mobile) => {
  expect((await register({ mobile })).status).toBe(200)
})

test.each(['Zoë', 'O’Brien-Smith', 'مه\u200cسا', '李小龙', 'María del Carmen'])(
  'accepts %s as a name',
  async (firstName) => {
    expect((await register({ firstName })).status).toBe(200)
  },
)

test('the email does not greet the person by an implausible name', async () => {
  const person = newPerson({ firstName: 'You have won: www.example.com' })
  await register(person)
  const [email] = await emailsTo(app, person.email)
  expect(email?.text).toContain('Hello,\n')
  expect(email?.text).not.toContain('www.example.com')
})

test('all missing fields are reported in one response', async () => {
  const { body } = await app.stranger().post('/api/auth/register', {})
  expect(body.errors).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    mobile: 'Mobile number is required',
    password: 'Password is required',
  })
})

test.each([
  { role: 'administrator' },
  JSON.parse('{"__proto__":{"role":"administrator"}}'),
  JSON.parse('{"constructor":{"prototype":{"role":"administrator"}}}'),
])('rejects extra fields: %j', async (added) => {
  const person = newPerson()
  const text = JSON.stringify(person).replace('}', `,${JSON.stringify(added).slice(1)}`)
  const { status } = await app
    .stranger()
    .send('POST', '/api/auth/register', text, { 'content-type': 'application/json' })
  expect(status).toBe(400)
  expect(await app.rows('select 1 from account where email = $1', person.email)).toEqual([])
})

test('rejects an address already in use, even with a different spelling', async () => {
  const { email } = newPerson()
  const original = await register({ email })
  const duplicate = await register({ email: ` ${email.toUpperCase()}` })
  expect(original.status).toBe(200)
  expect([duplicate.status, duplicate.body.code, duplicate.body.message]).toEqual([
    409,
    'email-taken',
    'An account with this email already exists. Log in instead.',
  ])
})

test('30 concurrent registrations of one mailbox create one account and send one notice', async () => {
  const { email } = newPerson()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => register({ email: index % 2 ? email : email.toUpperCase() })),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
  await app.settle()
  const emails = app.mails.filter(({ to }) => to.toLowerCase() === email)
  expect(emails.map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/^Welcome to/),
    expect.stringMatching(/^You already have an account /),
  ])
})

test('concurrent registrations beyond capacity get a 503 with Retry-After', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => register({})))
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([200, 503])
  expect(answers.find(({ status }) => status === 503)).toMatchObject({
    body: { code: 'too-busy' },
    headers: { 'retry-after': expect.anything() },
  })
})

test('each IP address can send 60 registrations an hour', async () => {
  const visitor = app.stranger()
  for (let attempt = 0; attempt < 60; attempt += 1)
    await visitor.post('/api/auth/register', newPerson({ email: 'ada@example.net' }))

  const { status, headers } = await visitor.post('/api/auth/register', newPerson())

  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('a password is used exactly as typed, including spaces, whatever its length or script', async () => {
  for (const password of ['        ', ' spaces at both ends ', 'pässwörd ключ 鍵🔑', 'x'.repeat(256)]) {
    const { email } = newPerson()
    expect((await register({ email, password })).status).toBe(200)
    expect((await app.logIn({ email, password })).status).toBe(200)
    const trimmed = password.trim() === password ? `${password} ` : password.trim()
    if (trimmed.length < 6 || trimmed.length > 256) continue
    expect((await app.logIn({ email, password: trimmed })).status).toBe(400)
  }
})

test.each([
  ['Sunshine2024', 'password-common'],
  ['Lovelace1815', 'password-personal'],
  ['FutureWorld1!', 'password-personal'],
])('rejects the password "%s" without creating an account', async (password, code) => {
  const person = newPerson({ password })
  const { status, body } = await register(person)
  expect([status, body.code]).toEqual([400, code])
  expect(await app.rows('select 1 from account where email = $1', person.email)).toEqual([])
})

test('registering an existing address notifies its owner at most once a day', async () => {
  const { person } = await app.member()
  for (const email of [person.email, person.email.toUpperCase(), person.email]) {
    expect((await register({ email })).status).toBe(409)
  }
  const listNotices = () => emailsTo(app, person.email, 'already')
  expect(await listNotices()).toHaveLength(1)

  app.clock.advance({ days: 1 })
  await register({ email: person.email })
  expect(await listNotices()).toHaveLength(2)
})
