import { expect, test } from 'vitest'
import { newPerson, startApp, type TestApp } from '#tests/support/app/start-app.ts'

const wrongPassword = 'canary-wrong-password'

test('the security log contains logins, failures and ended sessions, but no credentials', async () => {
  await using app = await startApp({ logLevel: 'info' })
  const person = newPerson({ password: 'canary-right-password' })
  const visitor = app.stranger()
  const { email, password } = person
  const { body } = await visitor.post('/api/auth/register', person)
  await visitor.post('/api/auth/login', { email, password: wrongPassword })
  await visitor.post('/api/auth/login', { email: 'canary@example.org', password: wrongPassword })
  const login = await visitor.post('/api/auth/login', { email, password })
  const session = app.withToken(login.body.data.token)
  await session.post('/api/auth/reauthentication', { password: wrongPassword })
  const { token } = (await session.post('/api/auth/reauthentication', { password })).body.data
  await app.withToken(token).delete('/api/account/sessions')
  await app.withToken(token).post('/api/auth/logout')

  const memberId = body.data.user.id
  const lines = readSecurityLog(app)
  expect(lines.map(({ securityEvent, memberId: loggedId }) => [securityEvent, loggedId])).toEqual([
    ['registered', memberId],
    ['logged-in', memberId],
    ['login-failed', memberId],
    ['login-failed', undefined],
    ['logged-in', memberId],
    ['reauthentication-failed', memberId],
    ['reauthenticated', memberId],
    ['other-sessions-ended', memberId],
    ['logged-out', memberId],
  ])
  for (const line of lines) expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/)
  const log = app.logLines.join()
  const cookies = login.cookies.map(({ value }) => value)
  for (const secret of [email, password, wrongPassword, 'canary', login.body.data.token, token, ...cookies]) {
    expect(log).not.toContain(secret)
  }
})

test('the security log contains reused refresh tokens, cross-site calls and rate limits', async () => {
  await using app = await startApp({ logLevel: 'info' })
  const { person, id } = await app.member()
  const visitor = app.stranger()
  const login = await app.logIn(person)
  const cookie = { cookie: `refresh=${login.cookies[0]?.value}` }
  for (let use = 0; use < 3; use += 1) await visitor.post('/api/auth/refresh', undefined, cookie)
  await app.logIn(person, {}, { origin: 'https://evil.example' })
  for (let guess = 0; guess < 31; guess += 1) {
    await visitor.post('/api/auth/login', { email: 'nobody@example.org', password: wrongPassword })
  }

  const listEvents = (name: string) => readSecurityLog(app).filter(({ securityEvent }) => securityEvent === name)
  expect(listEvents('refresh-token-reused')).toMatchObject([{ memberId: id }])
  expect(listEvents('not-allowed')).toMatchObject([{ req: { path: '/api/auth/login' }, address: expect.any(String) }])
  expect(listEvents('too-many-attempts')).toHaveLength(1)
})

test('a request refused for lack of reauthentication is logged with its path and member', async () => {
  await using app = await startApp({ logLevel: 'info' })
  const grace = await app.quickMember('administrator')
  app.clock.advance({ minutes: 10 })
  expect((await grace.get('/api/admin/members.csv')).body.code).toBe('reauthentication-needed')

  const lines = readSecurityLog(app)
  expect(lines).toMatchObject([
    { securityEvent: 'reauthentication-needed', memberId: grace.id, req: { path: '/api/admin/members.csv' } },
  ])
})

function readSecurityLog({ logLines }: TestApp) {
  return logLines.map((line) => JSON.parse(line)).filter(({ securityEvent }) => securityEvent)
}
