import { afterAll, expect, test } from 'vitest'
import { mailsTo } from '../../../../tests/support/letters.ts'
import { codeOf, memberWithApp, switchOn } from '../../../../tests/support/second-factor.ts'
import { type Member, startApp } from '../../../../tests/support/start-app.ts'
import { removeSecondFactors } from './remove-second-factors.ts'

/** Its clock moves on: each test begins with a member of its own. */
const app = await startApp()
afterAll(app.close)

const now = () => app.clock.now()
const stateOf = async (member: Pick<Member, 'get'>) => (await member.get('/api/account/second-factor')).body.data
const logIn = ({ person: { email, password } }: Pick<Member, 'person'>) =>
  app.stranger().post('/api/auth/login', { email, password })

async function lettersTo({ person }: Pick<Member, 'person'>) {
  const mails = await mailsTo(app, person.email)
  return mails.filter(({ subject }) => !/Welcome|New login/.test(subject))
}

test('an app counts from its first right code on, which gives ten recovery codes and tells the owner', async () => {
  const ada = await app.member()
  expect(await stateOf(ada)).toEqual({ authenticator: null, recoveryCodesLeft: 0, passkeys: [], isRequired: false })

  const { secret, address } = (await ada.post('/api/account/authenticator')).body.data
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(address)).toMatch(/^otpauth:\/\/totp\/FutureWorld Consultancy:.+@example.org\?/)
  const wrong = await ada.post('/api/account/authenticator/confirmation', { code: '12 34' })
  expect(wrong.body.errors).toEqual({ code: 'The code has six digits' })
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')

  const code = codeOf(secret, now())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ada.post('/api/account/authenticator/confirmation', { code })),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(1)
  expect(new Set(granted[0]?.body.data.recoveryCodes).size).toBe(10)
  expect(await stateOf(ada)).toMatchObject({ authenticator: { since: expect.any(String) }, recoveryCodesLeft: 10 })
  expect((await lettersTo(ada)).map(({ subject }) => subject)).toEqual(['Two-factor login is on'])
  // The code that switched it on does not log in as well.
  const { challenge } = (await logIn(ada)).body.data
  expect((await app.stranger().post('/api/auth/second-factor', { challenge, code })).body.code).toBe('wrong-code')
})

test('another app takes the place of the first only with its own first code', async () => {
  const ada = await memberWithApp(app)
  const next = (await ada.post('/api/account/authenticator')).body.data.secret
  const old = await ada.post('/api/account/authenticator/confirmation', { code: codeOf(ada.secret, now()) })
  expect(old.body.code).toBe('wrong-code')
  expect(await secondStep(ada, { code: codeOf(ada.secret, now()) })).toBe(200)

  await ada.post('/api/account/authenticator/confirmation', { code: codeOf(next, now()) })
  app.clock.advance({ seconds: 30 })
  expect(await secondStep(ada, { code: codeOf(ada.secret, now()) })).toBe(400)
  expect(await secondStep(ada, { recoveryCode: ada.recoveryCodes[0] })).toBe(400)
  expect(await secondStep(ada, { code: codeOf(next, now()) })).toBe(200)
})

test('new recovery codes end the old ones', async () => {
  const ada = await memberWithApp(app)
  const { recoveryCodes } = (await ada.post('/api/account/recovery-codes')).body.data
  expect(await secondStep(ada, { recoveryCode: ada.recoveryCodes[1] })).toBe(400)
  expect(await secondStep(ada, { recoveryCode: recoveryCodes[1] })).toBe(200)
  expect((await lettersTo(ada)).map(({ subject }) => subject)).toContain('You have new recovery codes')
})

test('an app that is switched off asks for nothing, and its recovery codes are gone', async () => {
  const ada = await memberWithApp(app)
  expect((await ada.send('DELETE', '/api/account/authenticator')).status).toBe(200)
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')
  expect(await stateOf(ada)).toMatchObject({ authenticator: null, recoveryCodesLeft: 0 })
  expect((await lettersTo(ada)).map(({ subject }) => subject)).toContain('Two-factor login is off')
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('second-factor-off')
})

test('what the operator removes is gone, with every login that waited for it', async () => {
  const ada = await memberWithApp(app)
  const { challenge } = (await logIn(ada)).body.data
  await app.context.db.transaction().execute((tx) => removeSecondFactors(tx, ada.id as never))
  const waiting = await app.stranger().post('/api/auth/second-factor', { challenge, code: codeOf(ada.secret, now()) })
  expect(waiting.body.code).toBe('challenge-over')
  expect((await logIn(ada)).body.data.token).toBeTypeOf('string')
})

test.each([
  ['POST', '/api/account/authenticator', undefined],
  ['POST', '/api/account/authenticator/confirmation', { code: '123456' }],
  ['DELETE', '/api/account/authenticator', undefined],
  ['POST', '/api/account/recovery-codes', undefined],
  ['POST', '/api/account/passkeys/options', undefined],
  ['DELETE', '/api/account/passkeys/00000000-0000-4000-8000-000000000000', undefined],
] as const)('%s %s asks an unattended browser who is there', async (method, url, body) => {
  const ada = await memberWithApp(app)
  await switchOn(app, ada)
  app.clock.advance({ minutes: 10 })
  const { body: reply } = await ada.send(method, url, body)
  expect(reply.code).toBe('confirmation-needed')
})

test('a code of the app proves who it is as the password does, once', async () => {
  const ada = await memberWithApp(app)
  app.clock.advance({ minutes: 10 })
  expect((await ada.post('/api/account/recovery-codes')).body.code).toBe('confirmation-needed')
  const code = codeOf(ada.secret, now())

  const confirmed = await ada.post('/api/auth/confirmation', { code })
  expect(confirmed.status).toBe(200)
  const as = { authorization: `Bearer ${confirmed.body.data.token}` }
  expect((await app.visitor.post('/api/account/recovery-codes', undefined, as)).status).toBe(200)
  expect((await app.visitor.post('/api/auth/confirmation', { code }, as)).body.code).toBe('wrong-code')
})

async function secondStep(member: Pick<Member, 'person'>, proof: object): Promise<number> {
  const { challenge } = (await logIn(member)).body.data
  return (await app.stranger().post('/api/auth/second-factor', { challenge, ...proof })).status
}
