import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../../tests/support/app/start-app.ts'
import { makeClient } from '../../../../../tests/support/app/test-client.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'
import { memberWithApp, totpCode } from '../../../../../tests/support/given/second-factor.ts'
import { removeSecondFactors } from './second-factors.ts'

/** Tests move this site’s clock, so each starts with its own member. */
const app = await startApp()
afterAll(app.close)

const now = () => app.clock.now()
const getState = async (member: Pick<Member, 'get'>) => (await member.get('/api/account/second-factor')).body.data
const logIn = ({ person: { email, password } }: Pick<Member, 'person'>) =>
  app.stranger().post('/api/auth/login', { email, password })

async function listSecurityEmails({ person }: Pick<Member, 'person'>) {
  const emails = await emailsTo(app, person.email)
  return emails.filter(({ subject }) => !/Welcome|New login/.test(subject))
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
  expect(invalid.body.errors).toEqual({ code: 'The code has six digits' })
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')

  const code = totpCode(secret, now())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ada.post('/api/account/authenticator/confirmation', { code })),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(1)
  expect(new Set(granted[0]?.body.data.recoveryCodes).size).toBe(10)
  expect(await getState(ada)).toMatchObject({ authenticator: { since: expect.any(String) }, recoveryCodesLeft: 10 })
  expect((await listSecurityEmails(ada)).map(({ subject }) => subject)).toEqual(['Two-factor login is on'])
  // The code that confirmed the app must not log in as well.
  const { challenge } = (await logIn(ada)).body.data
  expect((await app.stranger().post('/api/auth/second-factor', { challenge, code })).body.code).toBe('wrong-code')
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
  expect((await listSecurityEmails(ada)).map(({ subject }) => subject)).toContain('You have new recovery codes')
})

test('disabling the app ends the second step and deletes the recovery codes', async () => {
  const ada = await memberWithApp(app)
  expect((await ada.send('DELETE', '/api/account/authenticator')).status).toBe(200)
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')
  expect(await getState(ada)).toMatchObject({ authenticator: null, recoveryCodesLeft: 0 })
  expect((await listSecurityEmails(ada)).map(({ subject }) => subject)).toContain('Two-factor login is off')
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('second-factor-off')
})

test('removal by the operator also ends pending challenges', async () => {
  const ada = await memberWithApp(app)
  const { challenge } = (await logIn(ada)).body.data
  await app.context.db.transaction().execute((tx) => removeSecondFactors(tx, ada.id as never))
  const pending = await app.stranger().post('/api/auth/second-factor', { challenge, code: totpCode(ada.secret, now()) })
  expect(pending.body.code).toBe('challenge-expired')
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')
})

test.each([
  ['POST', '/api/account/authenticator', undefined],
  ['POST', '/api/account/authenticator/confirmation', { code: '123456' }],
  ['DELETE', '/api/account/authenticator', undefined],
  ['POST', '/api/account/recovery-codes', undefined],
  ['POST', '/api/account/passkeys/options', undefined],
  ['DELETE', '/api/account/passkeys/00000000-0000-4000-8000-000000000000', undefined],
] as const)('%s %s requires recent reauthentication by a factor', async (method, url, body) => {
  const ada = await memberWithApp(app)
  app.clock.advance({ minutes: 10 })
  const { body: reply } = await ada.send(method, url, body)
  expect(reply.code).toBe('factor-needed')
})

test('an authenticator code reauthenticates once', async () => {
  const ada = await memberWithApp(app)
  app.clock.advance({ minutes: 10 })
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('factor-needed')
  const code = totpCode(ada.secret, now())

  const confirmed = await ada.post('/api/auth/reauthentication', { code })
  expect(confirmed.status).toBe(200)
  const headers = { authorization: `Bearer ${confirmed.body.data.token}` }
  expect((await app.visitor.post('/api/account/recovery-codes', undefined, headers)).status).toBe(200)
  expect((await app.visitor.post('/api/auth/reauthentication', { code }, headers)).body.code).toBe('wrong-code')
})

test('reauthentication by password cannot change the second factor', async () => {
  const ada = await memberWithApp(app)
  const thief = await reauthenticate(await app.returning(ada), { password: ada.person.password })
  for (const [method, url] of [
    ['DELETE', '/api/account/authenticator'],
    ['POST', '/api/account/authenticator'],
    ['POST', '/api/account/recovery-codes'],
    ['POST', '/api/account/passkeys/options'],
  ] as const) {
    const { status, body } = await thief.send(method, url)
    expect([status, body.code]).toEqual([409, 'factor-needed'])
  }
  expect(await getState(ada)).toMatchObject({ authenticator: expect.anything(), recoveryCodesLeft: 10 })
})

test('a recovery code can reauthenticate to change factors; it is used up and the owner is notified', async () => {
  const ada = await memberWithApp(app)
  const [recoveryCode] = ada.recoveryCodes
  const session = await reauthenticate(await app.returning(ada), { recoveryCode })
  const reused = await session.send('POST', '/api/auth/reauthentication', { recoveryCode })
  expect(reused.body.code).toBe('wrong-recovery-code')

  expect((await session.send('DELETE', '/api/account/authenticator')).status).toBe(200)
  const subjects = (await listSecurityEmails(ada)).map(({ subject }) => subject)
  expect(subjects).toContain('A recovery code was used')
  expect(subjects).toContain('Two-factor login is off')
})

test('a login with a second factor counts as reauthentication for ten minutes', async () => {
  const ada = await memberWithApp(app)
  const { challenge } = (await logIn(ada)).body.data
  const answer = { challenge, code: totpCode(ada.secret, now()) }
  const { body } = await app.stranger().post('/api/auth/second-factor', answer)
  const headers = { authorization: `Bearer ${body.data.token}` }
  app.clock.advance({ minutes: 9, seconds: 59 })
  expect((await app.visitor.post('/api/account/recovery-codes', undefined, headers)).status).toBe(200)
  app.clock.advance({ seconds: 1 })
  expect((await app.visitor.post('/api/account/recovery-codes', undefined, headers)).body.code).toBe('factor-needed')
})

/** The session after reauthentication. */
async function reauthenticate({ post }: Pick<Member, 'post'>, proof: object) {
  const { status, body } = await post('/api/auth/reauthentication', proof)
  expect(status).toBe(200)
  return makeClient(app.app, body.data.token)
}

async function secondStep(member: Pick<Member, 'person'>, proof: object): Promise<number> {
  const { challenge } = (await logIn(member)).body.data
  return (await app.stranger().post('/api/auth/second-factor', { challenge, ...proof })).status
}
