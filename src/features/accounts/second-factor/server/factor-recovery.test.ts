import { afterAll, expect, test } from 'vitest'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenPasskey } from '#tests/support/given/passkey.ts'
import { emailsTo, passwordTokens } from '#tests/support/given/received-emails.ts'
import { logInWithProof, memberWithApp, totpCode } from '#tests/support/given/second-factor.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const startChallenge = async ({ person }: Pick<Member, 'person'>) =>
  (await app.logIn(person)).body.data.challenge as string
const requestRecovery = (challenge: string) => app.stranger().post('/api/auth/second-factor/recovery', { challenge })
const needsFactor = async (member: Pick<Member, 'person'>) => (await startChallenge(member)) !== undefined
const listSubjects = async ({ person }: Pick<Member, 'person'>) =>
  (await emailsTo(app, person.email, 'your two-factor login')).map(({ subject }) => subject)

async function wait(step: { days?: number; hours?: number; minutes?: number }) {
  app.clock.advance(step)
  await app.run('remove-factors-reported-lost')
}

test('factor recovery removes all factors after seven days, with emails before and afterwards', async () => {
  const ada = await memberWithApp(app)
  const { status, body } = await requestRecovery(await startChallenge(ada))
  const days = (Date.parse(body.data.dueAt) - app.clock.now().getTime()) / 86_400_000
  expect([status, Math.round(days)]).toEqual([200, 7])
  expect(await listSubjects(ada)).toEqual(['We’ll remove your two-factor login in seven days'])

  await wait({ days: 4, hours: 23 })
  expect(await listSubjects(ada)).toHaveLength(1)
  await wait({ hours: 2 })
  await wait({ hours: 1 })
  expect(await listSubjects(ada)).toEqual([
    'We’ll remove your two-factor login in seven days',
    'We’ll remove your two-factor login in two days',
  ])
  await wait({ days: 1, hours: 21 })
  expect(await needsFactor(ada)).toBe(true)
  await wait({ hours: 1 })
  expect(await needsFactor(ada)).toBe(false)
  expect((await listSubjects(ada)).at(-1)).toBe('Your two-factor login has been removed')
  expect((await listAuditEntries(app, 'member', ada.id)).map(({ action }) => action)).toEqual([
    'account.authenticator-on',
    'account.factor-removal-requested',
    'account.second-factor-removed',
  ])
})

test('repeating a request keeps the date and sends no further email', async () => {
  const ada = await memberWithApp(app)
  const firstRequest = await requestRecovery(await startChallenge(ada))
  await wait({ days: 3 })
  const repeated = await Promise.all([
    requestRecovery(await startChallenge(ada)),
    requestRecovery(await startChallenge(ada)),
  ])
  for (const { body } of repeated) expect(body.data).toEqual(firstRequest.body.data)
  expect(await listSubjects(ada)).toHaveLength(1)
})

test.each([
  [
    'a login with the app',
    async (ada: Owner) => {
      const proof = { code: totpCode(ada.secret, app.clock.now()) }
      expect((await logInWithProof(app, ada, proof)).status).toBe(200)
    },
  ],
  [
    'reauthentication by a recovery code',
    async (ada: Owner) => {
      const session = await app.returning(ada)
      const { status } = await session.post('/api/auth/reauthentication', { recoveryCode: ada.recoveryCodes[0] })
      expect(status).toBe(200)
    },
  ],
  [
    'a password reset by emailed link',
    async (ada: Owner) => {
      await app.stranger().post('/api/auth/forgot-password', { email: ada.person.email })
      const [token] = await passwordTokens(app, ada.person.email)
      const password = 'three green boats and a whale'
      const body = { token, password, confirmPassword: password }
      expect((await app.stranger().post(`/api/auth/reset-password/${token}`, body)).status).toBe(200)
    },
  ],
])('%s cancels the recovery request', async (_, cancel) => {
  const ada = await memberWithApp(app)
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  await requestRecovery(await startChallenge(ada))
  await cancel(ada)
  await wait({ days: 8 })
  expect((await listAuditEntries(app, 'member', ada.id)).map(({ action }) => action)).toContain(
    'account.factor-removal-cancelled',
  )
  const [{ count }] = await app.rows('select count(*)::int from authenticator where account_id = $1', ada.id)
  expect(count).toBe(1)
})

test('a wrong code does not cancel the recovery request', async () => {
  const ada = await memberWithApp(app)
  const challenge = await startChallenge(ada)
  await requestRecovery(challenge)
  await app.stranger().post('/api/auth/second-factor', { challenge, code: '000000' })
  await wait({ days: 7 })
  expect(await needsFactor(ada)).toBe(false)
})

test('a member with only a passkey can request recovery while logged in, after reauthentication', async () => {
  const ada = await app.quickMember()
  expect((await ada.post('/api/account/second-factor/recovery')).body.code).toBe('second-factor-off')
  await givenPasskey(app, ada.id)
  app.clock.advance({ minutes: 10 })
  expect((await ada.post('/api/account/second-factor/recovery')).body.code).toBe('reauthentication-needed')
  const session = await app.returning(ada)
  const { body } = await session.post('/api/account/second-factor/recovery')
  expect((await session.get('/api/account/second-factor')).body.data.removedAt).toBe(body.data.dueAt)
  await wait({ days: 7 })
  const [{ count }] = await app.rows('select count(*)::int from passkey where account_id = $1', ada.id)
  expect(count).toBe(0)
})

test('staff must ask the operator, and recovery cannot be requested with an expired challenge', async () => {
  const grace = await app.quickMember('consultant')
  await givenPasskey(app, grace.id)
  expect((await grace.post('/api/account/second-factor/recovery')).body.code).toBe('ask-operator')
  const ada = await memberWithApp(app)
  const challenge = await startChallenge(ada)
  app.clock.advance({ minutes: 10 })
  expect((await requestRecovery(challenge)).body.code).toBe('challenge-expired')
})

type Owner = Awaited<ReturnType<typeof memberWithApp>>
