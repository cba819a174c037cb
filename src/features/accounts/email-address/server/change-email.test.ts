import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { confirmationTokens, emailsTo } from '#tests/support/given/received-emails.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const newAddress = () => `${randomUUID()}@example.org`
const requestChange = (member: Pick<Member, 'post'>, email: string) => member.post('/api/account/email', { email })
const openLink = (token: string) => app.stranger().post('/api/auth/verify-email', { token })
const getProfile = async (member: Pick<Member, 'get'>) => (await member.get('/api/account')).body.data
const logIn = (email: string, { password }: Member['person']) =>
  app.stranger().post('/api/auth/login', { email, password })

/** A member who has asked to change their address but has not yet opened the link. */
async function memberChangingAddress() {
  const ada = await app.member()
  const email = newAddress()
  await requestChange(ada, email)
  return { ada, email }
}

const findToken = async (email: string) => (await confirmationTokens(app, email)).at(-1) ?? ''

test('a new email address takes effect when its link is opened, and the old one works until then', async () => {
  const ada = await app.member()
  const { email: oldEmail } = ada.person
  const email = newAddress()

  const response = await requestChange(ada, email)
  expect([response.status, response.body.data]).toEqual([200, { pendingEmail: email }])
  expect(await getProfile(ada)).toMatchObject({ email: oldEmail, pendingEmail: email })
  expect((await logIn(oldEmail, ada.person)).status).toBe(200)
  expect((await logIn(email, ada.person)).status).toBe(400)

  const [linkEmail] = await emailsTo(app, email)
  expect(linkEmail?.text).toContain('http://localhost:5001/verify-email?token=')
  const token = await findToken(email)
  const opened = await openLink(token)
  expect(opened.body.data).toEqual({ address: `${email[0]}…@example.org`, wasVerified: false, isNew: true })
  expect(await getProfile(ada)).toMatchObject({ email, pendingEmail: null, emailVerified: true })
  expect((await logIn(email, ada.person)).status).toBe(200)
  expect((await logIn(oldEmail, ada.person)).status).toBe(400)

  const reopened = await openLink(token)
  expect(reopened.body.data).toEqual({ address: `${email[0]}…@example.org`, wasVerified: true, isNew: false })
})

test('the current address is notified of the request and again of the change', async () => {
  const { ada, email } = await memberChangingAddress()
  const [notice] = await emailsTo(app, ada.person.email, 'about to change')
  expect(notice?.text).toContain('http://localhost:5001/portal/profile')
  expect(notice?.text).toContain('http://localhost:5001/forgot-password')
  expect(notice?.text).not.toContain('token=')
  expect(notice?.text).not.toContain(email)

  await openLink(await findToken(email))
  expect(await emailsTo(app, ada.person.email, 'Your email address has changed')).toHaveLength(1)
})

test('opening the link concurrently changes the address once', async () => {
  const { ada, email } = await memberChangingAddress()
  const token = await findToken(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => openLink(token)))
  expect(answers.map(({ body }) => body.data.isNew).filter(Boolean)).toHaveLength(1)
  const notices = await emailsTo(app, ada.person.email, 'Your email address has changed')
  expect(notices).toHaveLength(1)
})

test('a new request invalidates the earlier link; repeating it does not notify twice', async () => {
  const ada = await app.member()
  const [firstEmail, secondEmail] = [newAddress(), newAddress()]
  await requestChange(ada, firstEmail)
  const firstToken = await findToken(firstEmail)
  await requestChange(ada, secondEmail)
  const supersededToken = await findToken(secondEmail)
  const emailCount = (await emailsTo(app, ada.person.email)).length
  await requestChange(ada, secondEmail)
  expect((await emailsTo(app, ada.person.email)).length).toBe(emailCount)

  expect([(await openLink(firstToken)).status, (await openLink(supersededToken)).status]).toEqual([400, 400])
  expect((await openLink(await findToken(secondEmail))).status).toBe(200)
})

test('cancelling a change invalidates its link, and the link for the current address stays valid', async () => {
  const ada = await app.member()
  const currentToken = await findToken(ada.person.email)
  const email = newAddress()
  await requestChange(ada, email)
  const token = await findToken(email)
  expect((await ada.send('DELETE', '/api/account/email')).status).toBe(200)
  expect((await ada.send('DELETE', '/api/account/email')).status).toBe(200)
  expect(await getProfile(ada)).toMatchObject({ email: ada.person.email, pendingEmail: null })
  expect((await openLink(token)).body.code).toBe('link-invalid')
  expect((await openLink(currentToken)).status).toBe(200)
})

test('resending the verification of the current address does not cancel a change', async () => {
  const { ada, email } = await memberChangingAddress()
  await ada.post('/api/auth/verify-email/link')
  expect(await getProfile(ada)).toMatchObject({ pendingEmail: email })
})

test('the link expires after 24 hours', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const [inTime, tooLate] = [newAddress(), newAddress()]
  await requestChange(ada, inTime)
  await requestChange(grace, tooLate)
  app.clock.advance({ hours: 23, minutes: 59 })
  expect((await openLink(await findToken(inTime))).status).toBe(200)
  app.clock.advance({ minutes: 1 })
  expect((await openLink(await findToken(tooLate))).body.code).toBe('link-invalid')
  expect(await getProfile(await app.returning(grace))).toMatchObject({ email: grace.person.email, pendingEmail: null })
})

test('rejects any spelling of another account’s address, but lets members change how their own is spelled', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const refusal = await requestChange(ada, grace.person.email.toUpperCase())
  expect([refusal.status, refusal.body.code]).toEqual([409, 'email-taken'])
  expect((await requestChange(ada, ada.person.email)).body.code).toBe('email-unchanged')

  const email = ada.person.email.toUpperCase()
  expect((await requestChange(ada, email)).status).toBe(200)
  await openLink(await findToken(email))
  expect(await getProfile(ada)).toMatchObject({ email })
})

test('if another account takes the address first, the change fails', async () => {
  const { ada, email } = await memberChangingAddress()
  const token = await findToken(email)
  await app.member({ email })
  const { status, body } = await openLink(token)
  expect([status, body.code]).toEqual([409, 'address-taken'])
  expect(await getProfile(ada)).toMatchObject({ email: ada.person.email })

  const [grace, mary] = [await app.member(), await app.member()]
  const contestedEmail = newAddress()
  await requestChange(grace, contestedEmail)
  const tokens = [await findToken(contestedEmail)]
  await requestChange(mary, contestedEmail)
  tokens.push(await findToken(contestedEmail))
  const answers = await Promise.all(tokens.map(openLink))
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409])
})

test('changing the address invalidates open password reset links', async () => {
  const ada = await app.member()
  await app.rows(
    "insert into password_reset values ($1, $2, now(), now() + interval '90 days', null)",
    Buffer.from(ada.id),
    ada.id,
  )
  const email = newAddress()
  await requestChange(ada, email)
  await openLink(await findToken(email))
  const [link] = await app.rows('select expires_at from password_reset where account_id = $1', ada.id)
  expect(link.expires_at <= app.context.now()).toBe(true)
})

test('the link does not change the address of a disabled account', async () => {
  const { ada, email } = await memberChangingAddress()
  const token = await findToken(email)
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await openLink(token)).body.code).toBe('link-invalid')
})

test('a member can request five address changes an hour', async () => {
  const ada = await app.member()
  for (let count = 0; count < 5; count += 1) expect((await requestChange(ada, newAddress())).status).toBe(200)
  expect((await requestChange(ada, newAddress())).status).toBe(429)
})
