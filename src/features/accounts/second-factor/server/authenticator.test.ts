import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { logInWithProof, memberWithApp, totpCode } from '#tests/support/given/second-factor.ts'
import { removeSecondFactors } from './second-factors.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const now = () => app.clock.now()
const getState = async (member: Pick<Member, 'get'>) => (await member.get('/api/account/second-factor')).body.data

async function listSecurityEmails({ person }: Pick<Member, 'person'>) {
  const subjects = (await emailsTo(app, person.email)).map(({ subject }) => subject)
  return subjects.filter((subject) => !/Welcome|New login/.test(subject))
}

test('confirming an authenticator app enables it, returns ten recovery codes and emails the owner', async () => {
  const ada = await app.member()
  expect(await getState(ada)).toEqual({
    authenticator: null,
    recoveryCodesLeft: 0,
    passkeys: [],
    isRequired: false,
    removedAt: null,
  })

  const { secret, address } = (await ada.post('/api/account/authenticator')).body.data
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(address)).toMatch(/^otpauth:\/\/totp\/FutureWorld Consultancy:.+@example.org\?/)
  const invalid = await ada.post('/api/account/authenticator/confirmation', { code: '12 34' })
  expect(invalid.body.errors).toEqual({ code: 'Enter the 6-digit code' })
  expect((await app.logIn(ada.person)).body.data.token).toBeTypeOf('string')

  const code = totpCode(secret, now())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ada.post('/api/account/authenticator/confirmation', { code })),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(1)
  expect(new Set(granted[0]?.body.data.recoveryCodes).size).toBe(10)
  expect(await getState(ada)).toMatchObject({ authenticator: { since: expect.any(String) }, recoveryCodesLeft: 10 })
  expect(await listSecurityEmails(ada)).toEqual(['Two-factor login is on'])
  // The code that confirmed the app must not also work for a login.
  expect((await logInWithProof(app, ada, { code })).body.code).toBe('wrong-code')
})

test('a new app replaces the old one only when confirmed with its own code', async () => {
  const ada = await memberWithApp(app)
  const newSecret = (await ada.post('/api/account/authenticator')).body.data.secret
  const rejected = await ada.post('/api/account/authenticator/confirmation', { code: totpCode(ada.secret, now()) })
  expect(rejected.body.code).toBe('wrong-code')
  expect(await secondStep(ada, { code: totpCode(ada.secret, now()) })).toBe(200)

  await ada.post('/api/account/authenticator/confirmation', { code: totpCode(newSecret, now()) })
  app.clock.advance({ seconds: 30 })
  expect(await secondStep(ada, { code: totpCode(ada.secret, now()) })).toBe(400)
  expect(await secondStep(ada, { recoveryCode: ada.recoveryCodes[0] })).toBe(400)
  expect(await secondStep(ada, { code: totpCode(newSecret, now()) })).toBe(200)
})

test('new recovery codes invalidate the old ones', async () => {
  const ada = await memberWithApp(app)
  const { recoveryCodes } = (await ada.post('/api/account/recovery-codes')).body.data
  expect(await secondStep(ada, { recoveryCode: ada.recoveryCodes[1] })).toBe(400)
  expect(await secondStep(ada, { recoveryCode: recoveryCodes[1] })).toBe(200)
  expect(await listSecurityEmails(ada)).toContain('You have new recovery codes')
})

test('disabling the app removes the second step from login and deletes the recovery codes', async () => {
  const ada = await memberWithApp(app)
  expect((await ada.delete('/api/account/authenticator')).status).toBe(200)
  expect((await app.logIn(ada.person)).body.data.token).toBeTypeOf('string')
  expect(await getState(ada)).toMatchObject({ authenticator: null, recoveryCodesLeft: 0 })
  expect(await listSecurityEmails(ada)).toContain('Two-factor login is off')
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('second-factor-off')
})

test('removal by the operator also ends pending challenges', async () => {
  const ada = await memberWithApp(app)
  const { challenge } = (await app.logIn(ada.person)).body.data
  await app.context.db.transaction().execute((tx) => removeSecondFactors(tx, ada.id as never))
  const pending = await app.stranger().post('/api/auth/second-factor', { challenge, code: totpCode(ada.secret, now()) })
  expect(pending.body.code).toBe('challenge-expired')
  expect((await app.logIn(ada.person)).body.data.token).toBeTypeOf('string')
})

test('an authenticator code reauthenticates once', async () => {
  const ada = await memberWithApp(app)
  app.clock.advance({ minutes: 10 })
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('factor-needed')
  const code = totpCode(ada.secret, now())

  const session = await reauthenticate(ada, { code })
  expect((await session.post('/api/account/recovery-codes')).status).toBe(200)
  expect((await session.post('/api/auth/reauthentication', { code })).body.code).toBe('wrong-code')
})

test('reauthenticating with a password is not enough to change the second factor', async () => {
  const ada = await memberWithApp(app)
  const thief = await reauthenticate(await app.returning(ada), { password: ada.person.password })
  expect((await thief.delete('/api/account/authenticator')).body.code).toBe('factor-needed')
})

test('a recovery code can be used once to reauthenticate and change factors, and the owner is notified', async () => {
  const ada = await memberWithApp(app)
  const [recoveryCode] = ada.recoveryCodes
  const session = await reauthenticate(await app.returning(ada), { recoveryCode })
  const reused = await session.post('/api/auth/reauthentication', { recoveryCode })
  expect(reused.body.code).toBe('wrong-recovery-code')

  expect((await session.delete('/api/account/authenticator')).status).toBe(200)
  const subjects = await listSecurityEmails(ada)
  expect(subjects).toContain('A recovery code was used')
  expect(subjects).toContain('Two-factor login is off')
})

test('a login with a second factor counts as reauthentication for ten minutes', async () => {
  const ada = await memberWithApp(app)
  const { body } = await logInWithProof(app, ada, { code: totpCode(ada.secret, now()) })
  const session = app.withToken(body.data.token)
  app.clock.advance({ minutes: 9, seconds: 59 })
  expect((await session.post('/api/account/recovery-codes')).status).toBe(200)
  app.clock.advance({ seconds: 1 })
  expect((await session.post('/api/account/recovery-codes')).body.code).toBe('factor-needed')
})

/** The session after reauthentication. */
async function reauthenticate({ post }: Pick<Member, 'post'>, proof: object) {
  const { status, body } = await post('/api/auth/reauthentication', proof)
  expect(status).toBe(200)
  return app.withToken(body.data.token)
}

async function secondStep(member: Pick<Member, 'person'>, proof: object): Promise<number> {
  return (await logInWithProof(app, member, proof)).status
}
