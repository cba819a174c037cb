import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenPasskey } from '#tests/support/given/passkey.ts'
import { confirmationTokens, emailsTo, passwordTokens } from '#tests/support/given/received-emails.ts'
import { enableAuthenticatorApp, totpCode } from '#tests/support/given/second-factor.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const newAddress = () => `${randomUUID()}@example.org`
const undo = (token: string) => app.stranger().post('/api/auth/email-undo', { token })
const verify = (token: string | undefined) => app.stranger().post('/api/auth/verify-email', { token })
const logIn = (email: string, { password }: Member['person']) =>
  app.stranger().post('/api/auth/login', { email, password })

test('undoing a change restores the address, ends all sessions and requires a new password', async () => {
  const ada = await confirmedMember()
  const thief = await app.returning(ada)
  const { token, email } = await changeAddress(thief)
  expect((await logIn(email, ada.person)).status).toBe(200)

  const { status, body } = await undo(token)

  expect([status, body.data]).toEqual([200, { address: `${ada.person.email[0]}…@example.org` }])
  expect((await thief.get('/api/auth/me')).status).toBe(401)
  for (const address of [email, ada.person.email]) expect((await logIn(address, ada.person)).status).toBe(400)
  expect(await emailsTo(app, email, 'has been undone')).toHaveLength(1)
  const [link = ''] = await passwordTokens(app, ada.person.email)
  const password = 'three green boats and a whale'
  const reset = await app
    .stranger()
    .post(`/api/auth/reset-password/${link}`, { token: link, password, confirmPassword: password })
  expect(reset.status).toBe(200)
  expect((await logIn(ada.person.email, { ...ada.person, password })).status).toBe(200)
  const actions = (await listAuditEntries(app, 'member', ada.id)).map(({ action }) => action)
  expect(actions).toEqual([
    'account.email-change-requested',
    'account.email-changed',
    'account.email-change-undone',
    'account.password-reset',
  ])
})

test('undoing removes an authenticator app set up after the change but keeps one set up before it', async () => {
  const [ada, grace] = [await confirmedMember(), await confirmedMember()]
  const { token } = await changeAddress(ada)
  await enableAuthenticatorApp(app, await app.returning(ada))
  await enableAuthenticatorApp(app, grace)
  const { token: graceToken } = await changeAddress(grace)
  for (const undoToken of [token, graceToken]) expect((await undo(undoToken)).status).toBe(200)

  const apps = await app.rows('select account_id from authenticator where account_id in ($1, $2)', ada.id, grace.id)
  expect(apps).toEqual([{ account_id: grace.id }])
  const codes = await app.rows(
    'select distinct account_id from recovery_code where account_id in ($1, $2)',
    ada.id,
    grace.id,
  )
  expect(codes).toEqual([{ account_id: grace.id }])
})

test('undoing removes all passkeys, because the thief may have added them', async () => {
  const ada = await confirmedMember()
  await givenPasskey(app, ada.id)
  await app.rows("update passkey set created_at = '2020-01-01' where account_id = $1", ada.id)
  const { token } = await changeAddress(ada)
  expect((await undo(token)).status).toBe(200)
  expect(await app.rows('select id from passkey where account_id = $1', ada.id)).toEqual([])
})

test('the undo link works once within seven days and does not verify an address', async () => {
  const { token } = await memberAfterChange()
  expect((await verify(token)).body.code).toBe('link-invalid')
  app.clock.advance({ days: 6, hours: 23, minutes: 59 })
  expect((await undo(token)).status).toBe(200)
  expect((await undo(token)).body.code).toBe('link-invalid')

  const { token: lateToken } = await memberAfterChange()
  app.clock.advance({ days: 7 })
  expect((await undo(lateToken)).body.code).toBe('link-invalid')
})

test('after a second change, only the first undo link restores the account', async () => {
  const { ada, token, email } = await memberAfterChange()
  const { token: thiefToken } = await changeAddress(await app.returning({ ...ada, person: { ...ada.person, email } }))
  expect((await undo(token)).status).toBe(200)
  expect((await undo(thiefToken)).body.code).toBe('link-invalid')
  expect(await getEmail(ada.id)).toBe(ada.person.email)
})

test('undoing the second change does not invalidate the first undo link', async () => {
  const { ada, token, email } = await memberAfterChange()
  app.clock.advance({ minutes: 1 })
  const { token: thiefToken } = await changeAddress(await app.returning({ ...ada, person: { ...ada.person, email } }))
  expect((await undo(thiefToken)).status).toBe(200)
  expect((await undo(token)).status).toBe(200)
  expect(await getEmail(ada.id)).toBe(ada.person.email)
})

test('undoing removes an authenticator app requested before the change but confirmed after it', async () => {
  const ada = await confirmedMember()
  const { body } = await ada.post('/api/account/authenticator')
  app.clock.advance({ minutes: 1 })
  const { token } = await changeAddress(ada)
  const code = totpCode(body.data.secret, app.clock.now())
  expect((await ada.post('/api/account/authenticator/confirmation', { code })).status).toBe(200)

  expect((await undo(token)).status).toBe(200)
  expect(await app.rows('select id from authenticator where account_id = $1', ada.id)).toEqual([])
})

test('the undo link is not stored in the email log', async () => {
  const { ada, token } = await memberAfterChange()
  const emails = await app.rows('select subject, text_body, html_body from email where reason like $1', `%${ada.id}%`)
  expect(emails.map(({ subject }) => subject)).toContain('Your email address has changed')
  expect(JSON.stringify(emails)).not.toContain(token)
})

test('only one of several concurrent undo requests succeeds', async () => {
  const { token } = await memberAfterChange()
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
})

test('an unverified old address gets no undo link, because it may be a stranger’s', async () => {
  const ada = await app.member()
  const email = newAddress()
  await ada.post('/api/account/email', { email })
  await verify((await confirmationTokens(app, email)).at(-1))
  const [notice] = await emailsTo(app, ada.person.email, 'Your email address has changed')
  expect(notice?.text).not.toContain('undo-email')
})

test('no one can register with the old address while its undo link is valid', async () => {
  const { ada, token } = await memberAfterChange()
  const squatter = { ...ada.person, email: ada.person.email.toUpperCase() }
  const registration = await app.stranger().post('/api/auth/register', squatter)
  expect([registration.status, registration.body.code]).toEqual([409, 'email-taken'])
  expect((await undo(token)).status).toBe(200)
  expect(await getEmail(ada.id)).toBe(ada.person.email)
})

test('someone can register with the old address after seven days', async () => {
  const ada = await confirmedMember()
  await changeAddress(ada)
  app.clock.advance({ days: 7 })
  await app.member({ email: ada.person.email })
})

test('undoing fails if another account has verified the old address', async () => {
  const [ada, grace] = [await confirmedMember(), await confirmedMember()]
  const { token, email } = await changeAddress(ada)
  await grace.post('/api/account/email', { email: ada.person.email })
  await verify((await confirmationTokens(app, ada.person.email)).at(-1))
  expect((await undo(token)).body.code).toBe('address-taken')
  expect(await getEmail(ada.id)).toBe(email)
})

test('a later verification link does not invalidate the undo link', async () => {
  const { ada, token } = await memberAfterChange()
  const newSession = await app.returning(ada)
  await newSession.post('/api/account/email', { email: newAddress() })
  await app.rows('update account set email_verified_at = null where id = $1', ada.id)
  await newSession.post('/api/auth/verify-email/link')
  expect((await undo(token)).status).toBe(200)
})

async function memberAfterChange() {
  const ada = await confirmedMember()
  return { ada, ...(await changeAddress(ada)) }
}

async function confirmedMember() {
  const ada = await app.member()
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  return ada
}

/** Changes the address and returns the new one with the undo link's token. */
async function changeAddress(member: Pick<Member, 'post' | 'person'>) {
  const email = newAddress()
  expect((await member.post('/api/account/email', { email })).status).toBe(200)
  expect((await verify((await confirmationTokens(app, email)).at(-1))).status).toBe(200)
  const notice = (await emailsTo(app, member.person.email, 'Your email address has changed')).at(-1)
  const token = /\/undo-email\/([\w-]{43})/.exec(notice?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  return { email, token }
}

async function getEmail(id: string): Promise<string> {
  const [{ email }] = await app.rows('select email from account where id = $1', id)
  return email
}
