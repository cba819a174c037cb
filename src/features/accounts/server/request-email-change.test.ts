import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { confirmationTokens, mailsTo } from '../../../../tests/support/letters.ts'
import { type Member, startApp } from '../../../../tests/support/start-app.ts'

/** Its clock moves on: each test begins with a member of its own. */
const app = await startApp()
afterAll(app.close)

const newAddress = () => `${randomUUID()}@example.org`
const ask = (member: Pick<Member, 'post'>, email: string) => member.post('/api/account/email', { email })
const open = (token: string) => app.stranger().post('/api/auth/verify-email', { token })
const profileOf = async (member: Pick<Member, 'get'>) => (await member.get('/api/account')).body.data
const logIn = (email: string, { password }: Member['person']) =>
  app.stranger().post('/api/auth/login', { email, password })

const tokenTo = async (email: string) => (await confirmationTokens(app, email)).at(-1) ?? ''

test('a new address counts once its link is opened; until then the present one works', async () => {
  const ada = await app.member()
  const { email: old } = ada.person
  const email = newAddress()

  const asked = await ask(ada, email)
  expect([asked.status, asked.body.data]).toEqual([200, { pendingEmail: email }])
  expect(await profileOf(ada)).toMatchObject({ email: old, pendingEmail: email })
  expect((await logIn(old, ada.person)).status).toBe(200)
  expect((await logIn(email, ada.person)).status).toBe(400)

  const [letter] = await mailsTo(app, email)
  expect(letter?.text).toContain('http://localhost:5001/verify-email?token=')
  const token = await tokenTo(email)
  const opened = await open(token)
  expect(opened.body.data).toEqual({ address: `${email[0]}…@example.org`, wasConfirmed: false, isNew: true })
  expect(await profileOf(ada)).toMatchObject({ email, pendingEmail: null, emailVerified: true })
  expect((await logIn(email, ada.person)).status).toBe(200)
  expect((await logIn(old, ada.person)).status).toBe(400)

  const again = await open(token)
  expect(again.body.data).toEqual({ address: `${email[0]}…@example.org`, wasConfirmed: true, isNew: false })
})

test('the owner of the present address is told at once, and again when it is changed', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ask(ada, email)
  const [notice] = await mailsTo(app, ada.person.email, 'about to change')
  expect(notice?.text).toContain('http://localhost:5001/portal/profile')
  expect(notice?.text).toContain('http://localhost:5001/forgot-password')
  expect(notice?.text).not.toContain('token=')
  expect(notice?.text).not.toContain(email)

  await open(await tokenTo(email))
  expect(await mailsTo(app, ada.person.email, 'Your email address was changed')).toHaveLength(1)
})

test('opened eight times at once, the link changes the address once', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ask(ada, email)
  const token = await tokenTo(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(token)))
  expect(answers.map(({ body }) => body.data.isNew).filter(Boolean)).toHaveLength(1)
  const told = await mailsTo(app, ada.person.email, 'Your email address was changed')
  expect(told).toHaveLength(1)
})

test('a new wish ends the link before it; sent again, the present address is not told twice', async () => {
  const ada = await app.member()
  const [first, second] = [newAddress(), newAddress()]
  await ask(ada, first)
  const old = await tokenTo(first)
  await ask(ada, second)
  const before = await tokenTo(second)
  const told = (await mailsTo(app, ada.person.email)).length
  await ask(ada, second)
  expect((await mailsTo(app, ada.person.email)).length).toBe(told)

  expect([(await open(old)).status, (await open(before)).status]).toEqual([400, 400])
  expect((await open(await tokenTo(second))).status).toBe(200)
})

test('a change that is cancelled does not happen, and the link of the present address goes on', async () => {
  const ada = await app.member()
  const own = await tokenTo(ada.person.email)
  const email = newAddress()
  await ask(ada, email)
  const token = await tokenTo(email)
  expect((await ada.send('DELETE', '/api/account/email')).status).toBe(200)
  expect((await ada.send('DELETE', '/api/account/email')).status).toBe(200)
  expect(await profileOf(ada)).toMatchObject({ email: ada.person.email, pendingEmail: null })
  expect((await open(token)).body.code).toBe('link-invalid')
  expect((await open(own)).status).toBe(200)
})

test('to ask for the link of the present address again does not cancel a change', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ask(ada, email)
  await ada.post('/api/auth/verify-email/link')
  expect(await profileOf(ada)).toMatchObject({ pendingEmail: email })
})

test('the link lives 24 hours', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const [inTime, tooLate] = [newAddress(), newAddress()]
  await ask(ada, inTime)
  await ask(grace, tooLate)
  app.clock.advance({ hours: 23, minutes: 59 })
  expect((await open(await tokenTo(inTime))).status).toBe(200)
  app.clock.advance({ minutes: 1 })
  expect((await open(await tokenTo(tooLate))).body.code).toBe('link-invalid')
  expect(await profileOf(await app.returning(grace))).toMatchObject({ email: grace.person.email, pendingEmail: null })
})

test('an address that another account has, in whichever spelling, is refused; the own in another spelling is not', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const taken = await ask(ada, grace.person.email.toUpperCase())
  expect([taken.status, taken.body.code]).toEqual([409, 'email-taken'])
  expect((await ask(ada, ada.person.email)).body.code).toBe('email-unchanged')

  const email = ada.person.email.toUpperCase()
  expect((await ask(ada, email)).status).toBe(200)
  await open(await tokenTo(email))
  expect(await profileOf(ada)).toMatchObject({ email })
})

test('who registers with the address in the meantime has it, also at the same moment', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ask(ada, email)
  const token = await tokenTo(email)
  await app.member({ email })
  const { status, body } = await open(token)
  expect([status, body.code]).toEqual([409, 'address-taken'])
  expect(await profileOf(ada)).toMatchObject({ email: ada.person.email })

  const [grace, mary] = [await app.member(), await app.member()]
  const wanted = newAddress()
  await ask(grace, wanted)
  const tokens = [await tokenTo(wanted)]
  await ask(mary, wanted)
  tokens.push(await tokenTo(wanted))
  const answers = await Promise.all(tokens.map(open))
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409])
})

test('whoever has not proved lately who they are is asked to, before anything else is looked at', async () => {
  const ada = await app.member()
  app.clock.advance({ minutes: 10 })
  const { status, body } = await ask(ada, ada.person.email)
  expect([status, body.code]).toEqual([409, 'confirmation-needed'])
  await ada.send('DELETE', '/api/account/email')
  expect(await profileOf(ada)).toMatchObject({ pendingEmail: null })
})

test('the links that reset the password by the old address end with it', async () => {
  const ada = await app.member()
  await app.rows(
    "insert into password_reset values ($1, $2, now(), now() + interval '90 days', null)",
    Buffer.from(ada.id),
    ada.id,
  )
  const email = newAddress()
  await ask(ada, email)
  await open(await tokenTo(email))
  const [link] = await app.rows('select expires_at from password_reset where account_id = $1', ada.id)
  expect(link.expires_at <= app.context.now()).toBe(true)
})

test('a disabled account changes nothing any more', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ask(ada, email)
  const token = await tokenTo(email)
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await open(token)).body.code).toBe('link-invalid')
})

test('nobody tries addresses for long', async () => {
  const ada = await app.member()
  for (let time = 0; time < 5; time += 1) expect((await ask(ada, newAddress())).status).toBe(200)
  expect((await ask(ada, newAddress())).status).toBe(429)
})
