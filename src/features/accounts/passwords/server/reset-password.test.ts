import { afterAll, expect, test } from 'vitest'
import type { MemberId } from '#platform/shared/actor.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenPasskey } from '#tests/support/given/passkey.ts'
import { emailsTo, passwordTokens } from '#tests/support/given/received-emails.ts'
import { memberWithApp } from '#tests/support/given/second-factor.ts'
import { admitAccount } from '../../login/server/log-in.ts'
import { getAccount } from '../../server/store.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const password = 'three green boats'
const invalidLinkMessage =
  'Invalid or missing reset token. Links work once, for 60 minutes, and only the newest is valid.'

type Owner = { person: { email: string } }

async function tokenFor({ person }: Owner): Promise<string> {
  await app.stranger().post('/api/auth/forgot-password', { email: person.email })
  return (await passwordTokens(app, person.email)).at(-1) ?? 'no mail'
}

function reset(token: string, body: Record<string, unknown> = {}) {
  return app
    .stranger()
    .post(`/api/auth/reset-password/${token}`, { password, confirmPassword: password, token, ...body })
}

const logIn = (email: string, typed: string) => app.stranger().post('/api/auth/login', { email, password: typed })

test('the link sets a new password and invalidates the old one', async () => {
  const ada = await app.member()
  const { status, body, cookies } = await reset(await tokenFor(ada))

  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Your password has been reset successfully.', data: null },
  ])
  expect(cookies).toEqual([])
  expect((await logIn(ada.person.email, ada.person.password)).status).toBe(400)
  expect((await logIn(ada.person.email, password)).status).toBe(200)
})

test('a reset ends all sessions, verifies the address and notifies the owner', async () => {
  const ada = await app.member()
  const elsewhere = await app.returning(ada)
  await reset(await tokenFor(ada))
  await app.settle()

  expect([(await ada.get('/api/auth/me')).status, (await elsewhere.get('/api/auth/me')).status]).toEqual([401, 401])
  const { body } = await logIn(ada.person.email, password)
  expect(body.data.user.emailVerified).toBe(true)
  expect(await emailsTo(app, ada.person.email, 'Your password has been changed')).toHaveLength(1)
})

test('a link works once, even if used in eight concurrent requests', async () => {
  const ada = await app.member()
  const token = await tokenFor(ada)
  const passwords = Array.from({ length: 8 }, (_, index) => `${password} number ${index}`)

  const answers = await Promise.all(passwords.map((typed) => reset(token, { password: typed, confirmPassword: typed })))

  const granted = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index] ?? ''] : []))
  expect(granted).toHaveLength(1)
  const rejected = answers.filter(({ status }) => status !== 200)
  expect(rejected.map(({ status, body }) => [status, body.message])).toEqual(Array(7).fill([400, invalidLinkMessage]))
  expect((await logIn(ada.person.email, granted[0] ?? '')).status).toBe(200)
})

test('a link is invalid once it has been used or a newer one has been sent', async () => {
  const ada = await app.member()
  const firstToken = await tokenFor(ada)
  const secondToken = await tokenFor(ada)
  expect((await reset(firstToken)).body.code).toBe('link-invalid')
  expect((await reset(secondToken)).status).toBe(200)
  expect((await reset(secondToken)).body.code).toBe('link-invalid')
})

test('a stranger’s reset request does not invalidate a link created by the operator', async () => {
  const ada = await app.member()
  await tokenFor(ada)
  await app.rows("update password_reset set expires_at = created_at + interval '1 day' where account_id = $1", ada.id)
  await tokenFor(ada)
  const liveLinks = 'select 1 from password_reset where account_id = $1 and expires_at > $2'
  expect(await app.rows(liveLinks, ada.id, app.clock.now())).toHaveLength(2)
})

test('a link expires 60 minutes after the request', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const [adaToken, graceToken] = [await tokenFor(ada), await tokenFor(grace)]
  app.clock.advance({ minutes: 59 })
  expect((await reset(adaToken)).status).toBe(200)
  app.clock.advance({ minutes: 1 })
  expect((await reset(graceToken)).body.code).toBe('link-invalid')
})

test('rejects the link if the account has since been disabled', async () => {
  const ada = await app.member()
  const token = await tokenFor(ada)
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect((await reset(token)).body.code).toBe('link-invalid')
})

test.each([
  [{ password: undefined }, { password: 'Password is required', confirmPassword: 'Passwords do not match' }],
  [{ token: undefined }, { token: 'Invalid or missing reset token.' }],
  [{ token: '' }, { token: 'Invalid or missing reset token.' }],
])('rejects %j with field errors', async (changes, errors) => {
  const { status, body } = await reset('a-token', changes)
  expect([status, body.success, body.errors]).toEqual([400, false, errors])
})

test('rejects a reset if the tokens in the path and the body differ or do not exist', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  const [adaToken, graceToken] = [await tokenFor(ada), await tokenFor(grace)]
  expect((await reset(adaToken, { token: graceToken })).body).toMatchObject({
    success: false,
    message: invalidLinkMessage,
  })
  expect((await reset('no-such-token')).body).toMatchObject({ success: false, message: invalidLinkMessage })
  expect((await reset(adaToken)).status).toBe(200)
})

test('the link remains usable after a weak password is rejected', async () => {
  const ada = await app.member()
  const token = await tokenFor(ada)
  for (const [typed, code] of [
    ['Sunshine1', 'password-common'],
    ['Lovelace1815', 'password-personal'],
  ]) {
    const { status, body } = await reset(token, { password: typed, confirmPassword: typed })
    expect([status, body.code]).toEqual([400, code])
  }
  expect((await reset(token)).status).toBe(200)
})

test('a reset lifts the login limit caused by other people’s guesses', async () => {
  const { person, ...ada } = await app.member()
  for (let guess = 0; guess < 100; guess += 4) {
    await Promise.all(Array.from({ length: 4 }, () => logIn(person.email, 'this is not the password')))
  }
  expect((await logIn(person.email, person.password)).status).toBe(429)
  await reset(await tokenFor({ ...ada, person }))
  expect((await logIn(person.email, password)).status).toBe(200)
})

test('rejects a login if the password is reset while it is being checked', async () => {
  const ada = await app.member()
  const account = await getAccount(app.context.db, ada.id as MemberId)
  await reset(await tokenFor(ada))
  const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
  const opened = app.context.db
    .transaction()
    .execute((tx) => admitAccount(tx, app.context, account, { keepSignedIn: false, caller }))
  await expect(opened).rejects.toThrow('wrong-credentials')
})

test('a reset removes a member’s passkeys, and the email says so', async () => {
  const ada = await app.member()
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  await givenPasskey(app, ada.id)

  await reset(await tokenFor(ada))
  await app.settle()

  expect(await app.rows('select 1 from passkey where account_id = $1', ada.id)).toEqual([])
  const notice = app.mails.find(
    ({ to, subject }) => to === ada.person.email && subject === 'Your password has been changed',
  )
  expect(notice?.text).toContain('passkeys')
})

test('a reset removes the second factor from an account with an unverified address', async () => {
  const squatted = await memberWithApp(app)
  await app.rows('update account set email_verified_at = null where id = $1', squatted.id)

  await reset(await tokenFor(squatted))

  expect((await logIn(squatted.person.email, password)).body.data.token).toBeTypeOf('string')
})

test('a reset keeps the second factor if the address is verified', async () => {
  const ada = await memberWithApp(app)
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  const staff = await app.quickMember('administrator')
  await givenPasskey(app, staff.id)

  await reset(await tokenFor(ada))
  const staffPassword = 'three green boats on the water'
  await reset(await tokenFor(staff), { password: staffPassword, confirmPassword: staffPassword })

  expect((await logIn(ada.person.email, password)).body.data.methods).toEqual(['authenticator', 'recovery-code'])
  expect(await app.rows('select 1 from passkey where account_id = $1', staff.id)).toHaveLength(1)
})
