import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import type { Person } from '#tests/support/given/new-person.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { memberWithApp } from '#tests/support/given/second-factor.ts'

const app = await startApp()
afterAll(app.close)

const openAccount = ({ mobile: _, ...person }: Person, changes: object = {}) =>
  app.stranger().post('/api/auth/accounts', { ...person, ...changes })

test('a new email address gets an account, a session and a confirmation email', async () => {
  const person = newPerson()
  const { body } = await openAccount(person)

  expect(body.data).toEqual({
    token: expect.any(String),
    user: expect.objectContaining({ email: person.email, mobile: '', role: 'member', emailVerified: false }),
  })
  expect((await emailsTo(app, person.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('confirm your email address'),
  ])
})

test('a known email address logs in with its own password, whatever name was typed', async () => {
  const { person, id } = await app.member()
  const { status, body } = await openAccount(person, { firstName: 'Someone', lastName: 'Else' })

  expect(status).toBe(200)
  expect(body.data.user).toMatchObject({ id, firstName: person.firstName })
})

test('a wrong password for a known email address is answered exactly like a wrong login', async () => {
  const { person } = await app.member()
  const wrong = { email: person.email, password: 'six words that are not right' }
  const login = await app.stranger().post('/api/auth/login', wrong)
  const opened = await openAccount(person, wrong)

  expect([opened.status, opened.body]).toEqual([login.status, login.body])
  expect(opened.cookies).toEqual([])
})

test('wrong passwords count towards the same limit as logins', async () => {
  const { person } = await app.member()
  const visitor = app.stranger()
  const { mobile: _, ...account } = person
  const guess = () => visitor.post('/api/auth/accounts', { ...account, password: 'not the right words' })
  const statuses = []
  for (let attempt = 0; attempt < 31; attempt += 1) statuses.push((await guess()).status)

  expect(statuses.at(-1)).toBe(429)
  expect((await visitor.post('/api/auth/login', { email: person.email, password: person.password })).status).toBe(429)
})

test('a member with a second factor gets a challenge and no session', async () => {
  const { person } = await memberWithApp(app)
  const { body, cookies } = await openAccount(person)

  expect(body.data).toEqual({ challenge: expect.any(String), methods: expect.arrayContaining(['authenticator']) })
  expect(cookies).toEqual([])
})

test('two requests at once open one account', async () => {
  const person = newPerson()
  const answers = await Promise.all([openAccount(person), openAccount(person)])
  const ids = answers.map(({ body }) => body.data.user.id)
  expect(ids[0]).toBe(ids[1])
})

test('the limit of registrations counts before the address is looked up, so it does not tell who has an account', async () => {
  const { person } = await app.member()
  const visitor = app.stranger()
  const { mobile: _, ...account } = person
  const open = (changes: object) => visitor.post('/api/auth/accounts', { ...account, ...changes })
  for (let attempt = 0; attempt < 60; attempt += 1)
    await open({ email: `nobody-${attempt}@example.org`, password: 'password123' })

  const [known, unknown] = [await open({}), await open({ email: 'nobody@example.org' })]
  expect([known.status, known.body.code]).toEqual([429, unknown.body.code])
})

test('the choice to get no news is kept when a known email address logs in', async () => {
  const { person, id } = await app.member()
  await openAccount(person, { marketing: false })
  const rows = await app.rows("select is_on from notification_choice where account_id = $1 and kind = 'news'", id)
  expect(rows).toEqual([{ is_on: false }])
})
