import { afterAll, expect, test } from 'vitest'
import type { MemberId } from '#platform/shared/actor.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { cookieIn, type TestAnswer } from '#tests/support/app/test-client.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { enableAuthenticatorApp, logInWithProof, memberWithApp, totpCode } from '#tests/support/given/second-factor.ts'
import { getAccount } from '../../server/store.ts'
import { admitAccount } from './log-in.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

/** The first step of a login, from an unknown browser. */
async function startChallenge({ person }: Pick<Member, 'person'>) {
  const { status, body, cookies } = await app.logIn(person)
  expect([status, cookies]).toEqual([200, []])
  return body.data.challenge as string
}

const answerChallenge = (values: object) => app.stranger().post('/api/auth/second-factor', values)

/** Both steps of a login, using the code that the app currently shows unless another is given. */
function logInWithCode(
  member: Pick<Member, 'person'> & { secret: string },
  proof: { code?: string; trustDevice?: boolean } = {},
  headers = {},
) {
  return logInWithProof(app, member, { code: totpCode(member.secret, now()), ...proof }, headers)
}

const now = () => app.clock.now()

const PERIOD_SECONDS = 30

/** Moves the clock so that the code period does not end between creating a code and using it. */
function beginPeriod() {
  const elapsed = (now().getTime() / 1_000) % PERIOD_SECONDS
  if (elapsed > PERIOD_SECONDS / 3) app.clock.advance({ seconds: Math.ceil(PERIOD_SECONDS - elapsed) })
}

test('with an authenticator app, the password alone returns a challenge but no token or cookie', async () => {
  const ada = await memberWithApp(app)
  const passwordStep = await app.logIn(ada.person, { keepSignedIn: true })
  const { challenge } = passwordStep.body.data
  const codeStep = await answerChallenge({ challenge, code: totpCode(ada.secret, now()) })

  expect(passwordStep.body).toEqual({
    success: true,
    message: 'One more step',
    data: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['authenticator', 'recovery-code'] },
  })
  expect(passwordStep.cookies).toEqual([])
  expect(codeStep.body).toEqual({
    success: true,
    message: 'Logged in successfully',
    data: { token: expect.stringMatching(/^[\w-]{43}$/), user: expect.objectContaining({ email: ada.person.email }) },
  })
  // "Keep me signed in" was chosen in the first step.
  expect(codeStep.cookies[0]).toMatchObject({ name: 'refresh', expires: expect.any(Date) })
})

test('a code may contain spaces and be one period early or late', async () => {
  const ada = await memberWithApp(app)
  app.clock.advance({ seconds: 60 })
  for (const seconds of [-PERIOD_SECONDS, 0, PERIOD_SECONDS]) {
    beginPeriod()
    const moment = new Date(now().getTime() + seconds * 1_000)
    const code = totpCode(ada.secret, moment).replace(/^.../, '$& ')
    expect((await logInWithCode(ada, { code })).status).toBe(200)
  }
  for (const seconds of [-3 * PERIOD_SECONDS, 3 * PERIOD_SECONDS]) {
    const code = totpCode(ada.secret, new Date(now().getTime() + seconds * 1_000))
    const { status, body } = await logInWithCode(ada, { code })
    expect([status, body.code]).toEqual([400, 'wrong-code'])
  }
})

test('a code is valid once per member, and using it invalidates earlier codes', async () => {
  const ada = await memberWithApp(app)
  app.clock.advance({ seconds: 30 })
  const previousCode = totpCode(ada.secret, new Date(now().getTime() - 30_000))
  const code = totpCode(ada.secret, now())
  expect((await logInWithCode(ada, { code })).status).toBe(200)

  const replays = [await logInWithCode(ada, { code }), await logInWithCode(ada, { code: previousCode })]
  expect(replays.map(({ body }) => body.code)).toEqual(['wrong-code', 'wrong-code'])
})

test('a code used concurrently logs in only once, whether for one challenge or several', async () => {
  const [ada, grace] = [await memberWithApp(app), await memberWithApp(app)]
  const sharedChallenge = await startChallenge(ada)
  const challenges = await Promise.all(Array.from({ length: 8 }, () => startChallenge(grace)))

  const answersToOne = await Promise.all(
    challenges.map(() => answerChallenge({ challenge: sharedChallenge, code: totpCode(ada.secret, now()) })),
  )
  const answersToMany = await Promise.all(
    challenges.map((challenge) => answerChallenge({ challenge, code: totpCode(grace.secret, now()) })),
  )

  for (const answers of [answersToOne, answersToMany]) {
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  }
  expect(await countOpenSessions(ada.id)).toBe(2)
  expect(await countOpenSessions(grace.id)).toBe(2)
})

test('a recovery code works once, even concurrently, and the owner is told how many are left', async () => {
  const ada = await memberWithApp(app)
  const [recoveryCode = ''] = ada.recoveryCodes
  expect(recoveryCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const challenges = await Promise.all(Array.from({ length: 8 }, () => startChallenge(ada)))

  const typed = recoveryCode.toLowerCase().replaceAll('-', ' ')
  const answers = await Promise.all(challenges.map((challenge) => answerChallenge({ challenge, recoveryCode: typed })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  expect((await ada.get('/api/account/second-factor')).body.data.recoveryCodesLeft).toBe(9)
  const notices = await emailsTo(app, ada.person.email, 'recovery code was used')
  expect(notices.map(({ text }) => /You have \d+ left/.exec(text)?.[0])).toEqual(['You have 9 left'])
})

test('one member’s codes cannot be used for another member’s challenge', async () => {
  const [ada, mallory] = [await memberWithApp(app), await memberWithApp(app)]
  const challenge = await startChallenge(ada)
  const answers = [
    await answerChallenge({ challenge, code: totpCode(mallory.secret, now()) }),
    await answerChallenge({ challenge, recoveryCode: mallory.recoveryCodes[0] }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(['wrong-code', 'wrong-recovery-code'])
  expect((await answerChallenge({ challenge, code: totpCode(ada.secret, now()) })).body.data.user.email).toBe(
    ada.person.email,
  )
})

test('a challenge expires after ten minutes or one use, and an unknown challenge is rejected', async () => {
  const ada = await memberWithApp(app)
  const [early, late] = [await startChallenge(ada), await startChallenge(ada)]
  app.clock.advance({ minutes: 9, seconds: 50 })
  const code = totpCode(ada.secret, now())
  const inTime = await answerChallenge({ challenge: early, code })
  const reused = await answerChallenge({ challenge: early, recoveryCode: ada.recoveryCodes[0] })
  app.clock.advance({ seconds: 30 })

  const nextCode = totpCode(ada.secret, now())
  const tooLate = await answerChallenge({ challenge: late, code: nextCode })
  const unknown = await answerChallenge({ challenge: 'A'.repeat(43), code: nextCode })

  expect(inTime.status).toBe(200)
  for (const { status, body } of [tooLate, reused, unknown]) {
    expect([status, body.code]).toEqual([400, 'challenge-expired'])
  }
})

test('five wrong codes end a challenge; after ten, unknown browsers need a recovery code', async () => {
  const member = await app.member()
  const cookie = deviceCookie(await app.logIn(member.person))
  const ada = { ...member, ...(await enableAuthenticatorApp(app, member)) }

  const codes: string[] = []
  for (let guess = 0; guess < 10; guess += 5) {
    const challenge = await startChallenge(ada)
    for (let attempt = 0; attempt < 5; attempt += 1)
      codes.push((await answerChallenge({ challenge, code: makeWrongCode(ada.secret) })).body.code)
    if (guess === 0) {
      const right = await answerChallenge({ challenge, code: totpCode(ada.secret, now()) })
      expect([right.status, right.body.code]).toEqual([400, 'challenge-expired'])
    }
  }
  expect(codes).toEqual(Array(10).fill('wrong-code'))

  const blocked = await logInWithCode(ada)
  expect([blocked.status, blocked.body.code]).toEqual([429, 'too-many-attempts'])
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(900)

  expect((await logInWithCode(ada, {}, { cookie })).status).toBe(200)
  expect((await logInWithProof(app, ada, { recoveryCode: ada.recoveryCodes[0] })).status).toBe(200)
})

test('a trusted device skips the second factor for 30 days or until the app is replaced', async () => {
  const ada = await memberWithApp(app)
  let cookie = deviceCookie(await logInWithCode(ada, { trustDevice: true }))
  const logIn = async () => {
    const reply = await app.logIn(ada.person, {}, { cookie })
    if (cookieIn(reply, 'device')) cookie = deviceCookie(reply)
    return 'token' in reply.body.data ? 'logged in' : 'asked'
  }

  app.clock.advance({ days: 29, hours: 23, minutes: 59 })
  expect(await logIn()).toBe('logged in')
  await startChallenge(ada)
  app.clock.advance({ minutes: 2 })
  expect(await logIn()).toBe('asked')

  cookie = deviceCookie(await logInWithCode(ada, { trustDevice: true }, { cookie }))
  expect(await logIn()).toBe('logged in')
  const newSession = await app.returning(ada)
  const { body } = await newSession.post('/api/auth/reauthentication', { recoveryCode: ada.recoveryCodes[0] })
  await enableAuthenticatorApp(app, app.withToken(body.data.token))
  expect(await logIn()).toBe('asked')
})

test('a device trusted for one account is not trusted for another', async () => {
  const [ada, grace] = [await memberWithApp(app), await memberWithApp(app)]
  const cookie = deviceCookie(await logInWithCode(ada, { trustDevice: true }))
  const { body } = await app.logIn(grace.person, {}, { cookie })
  expect(body.data.token).toBeUndefined()
})

test('rejects any other input in place of a second factor', async () => {
  const ada = await memberWithApp(app)
  const challenge = await startChallenge(ada)
  const tricks = [
    { challenge },
    { challenge, code: '' },
    { challenge, code: null },
    { challenge, code: [totpCode(ada.secret, now())] },
    { challenge, code: '000000', isVerified: true },
    { challenge, code: totpCode(ada.secret, now()), recoveryCode: ada.recoveryCodes[0] },
    { challenge, trustDevice: true },
  ]
  for (const trick of tricks) expect((await answerChallenge(trick)).body.code).toBe('invalid-input')
  expect((await app.logIn(ada.person, { skipSecondFactor: true })).status).toBe(400)
  expect((await app.withToken(challenge).get('/api/auth/me')).status).toBe(401)
  // If a factor could be set up with a challenge, that would bypass the existing one.
  expect((await app.stranger().post('/api/auth/second-factor/setup', { challenge })).body.code).toBe(
    'challenge-expired',
  )
})

test('disabling an account between the two steps ends the challenge', async () => {
  const ada = await memberWithApp(app)
  const challenge = await startChallenge(ada)
  await app.rows('update account set disabled_at = now() where id = $1', ada.id)
  const { body } = await answerChallenge({ challenge, code: totpCode(ada.secret, now()) })
  expect(body.code).toBe('challenge-expired')
})

test('if the password changes while it is being checked, the login gets neither a session nor a challenge', async () => {
  const [ada, grace] = [await memberWithApp(app), await app.member()]
  for (const { id } of [ada, grace]) {
    const account = await getAccount(app.context.db, id as MemberId)
    const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
    await app.rows("update account set password_hash = 'another one' where id = $1", id)
    const admission = app.context.db
      .transaction()
      .execute((tx) => admitAccount(tx, app.context, account, { keepSignedIn: false, caller }))
    await expect(admission).rejects.toThrow('wrong-credentials')
  }
})

test('staff on a public address must set up a second factor to log in', async () => {
  await using site = await startApp({ publicUrl: 'https://futureworld.example' })
  const boss = await site.quickMember('administrator')
  const { body } = await site.logIn(boss.person)
  expect([body.message, body.data.methods]).toEqual(['Set up two-factor login', []])
  const { challenge } = body.data

  const early = await site.visitor.post('/api/auth/second-factor', { challenge, code: '123456' })
  const setup = await site.visitor.post('/api/auth/second-factor/setup', { challenge })
  const { secret, address } = setup.body.data
  const code = totpCode(secret, site.clock.now())
  const confirmed = await site.visitor.post('/api/auth/second-factor', { challenge, code })

  expect(early.body.code).toBe('wrong-code')
  expect(new URL(address).searchParams.get('secret')).toBe(secret)
  expect(confirmed.body.data).toMatchObject({ token: expect.any(String), user: { role: 'administrator' } })
  expect(confirmed.body.data.recoveryCodes).toHaveLength(10)
  const removal = await site.withToken(confirmed.body.data.token).delete('/api/account/authenticator')
  expect(removal.body.code).toBe('last-factor')
  const next = await site.logIn(boss.person)
  expect(next.body.data.methods).toEqual(['authenticator', 'recovery-code'])
})

function deviceCookie(answer: TestAnswer): string {
  return `device=${cookieIn(answer, 'device')}`
}

/** A code that is wrong in the current and neighbouring periods. */
function makeWrongCode(secret: string): string {
  const nearbyCodes = [-30, 0, 30].map((seconds) => totpCode(secret, new Date(now().getTime() + seconds * 1_000)))
  return ['000000', '111111', '222222', '333333'].find((code) => !nearbyCodes.includes(code)) ?? ''
}

async function countOpenSessions(accountId: string): Promise<number> {
  return (await app.rows('select 1 from session where account_id = $1 and ended_at is null', accountId)).length
}
