import { expect, test } from 'vitest'
import { readMetrics } from '../support/app/read-metrics.ts'
import { readTables } from '../support/app/read-tables.ts'
import { newPerson, startApp } from '../support/app/start-app.ts'
import { payFor } from '../support/given/checkout.ts'
import { confirmationTokens, passwordTokens } from '../support/given/received-emails.ts'
import { enableAuthenticatorApp } from '../support/given/second-factor.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'

test('no password, token or hash appears in a response, a log line or the database', async () => {
  await using app = await startApp({ logLevel: 'trace' })
  const person = newPerson({ password: 'canary-password-5d1f', lastName: 'Canarywood', mobile: '+447700900555' })
  const wrong = 'canary-wrong-77ab'
  const answers = [
    await app.visitor.post('/api/auth/register', person),
    await app.visitor.post('/api/auth/register', person),
    await app.visitor.post('/api/auth/login', { email: person.email, password: wrong }),
    await app.visitor.post('/api/auth/login', { email: person.email, password: 7 }),
    await app.visitor.post('/api/auth/register', { ...person, password: 'canary' }),
  ]
  const login = await app.visitor.post('/api/auth/login', { email: person.email, password: person.password })
  const { token } = login.body.data
  const refresh = login.cookies[0]?.value ?? ''
  const bearer = { authorization: `Bearer ${token}` }
  const ada = {
    ...(await app.quickMember()),
    get: (url: string) => app.visitor.get(url, bearer),
    post: (url: string, body?: unknown) => app.visitor.post(url, body, bearer),
  }
  const { secret, recoveryCodes } = await enableAuthenticatorApp(app, ada)
  const loginAnswer = await app.visitor.post('/api/auth/login', { email: person.email, password: person.password })
  const { challenge } = loginAnswer.body.data
  answers.push(
    await app.visitor.post('/api/auth/second-factor', { challenge, code: '12345' }),
    await app.visitor.post('/api/auth/second-factor', { challenge, recoveryCode: 'canary-code' }),
    await ada.get('/api/account/second-factor'),
  )
  await payFor(app, ada)
  await app.settle()
  await app.visitor.get(`/api/nothing?token=${token}`, bearer)
  await app.rows('alter table package rename to package_away')
  answers.push(await app.visitor.get(`/api/quotes/uk/my-future-basic?code=${encodeURIComponent(wrong)}`, bearer))
  await app.rows('alter table package_away rename to package')
  answers.push(
    await ada.get('/api/auth/me'),
    await ada.get('/api/portal/dashboard'),
    await ada.get('/api/purchases'),
    await ada.get('/api/entitlements'),
    await app.visitor.post('/api/auth/refresh', undefined, { cookie: `refresh=${refresh}` }),
  )

  await app.visitor.post('/api/auth/forgot-password', { email: person.email })
  const [reset = 'no mail'] = await passwordTokens(app, person.email)
  const replacement = 'canary-replacement-93e0'
  const newPassword = { password: replacement, confirmPassword: replacement, token: reset }
  await app.rows('alter table password_reset rename to password_reset_away')
  answers.push(await app.visitor.post(`/api/auth/reset-password/${reset}`, newPassword))
  await app.rows('alter table password_reset_away rename to password_reset')
  answers.push(
    await app.visitor.post('/api/auth/reset-password/another', newPassword),
    await app.visitor.post(`/api/auth/reset-password/${reset}`, newPassword),
    await app.visitor.post(`/api/auth/reset-password/${reset}`, newPassword),
  )
  expect(answers.slice(-4).map(({ status }) => status)).toEqual([500, 400, 200, 400])

  const [verification = 'no mail'] = await confirmationTokens(app, person.email)
  const secrets = [
    ...[person.password, wrong, replacement, reset, token, refresh, verification],
    ...[secret, challenge, ...recoveryCodes],
    ...[app.keys.secretKey, app.keys.webhookSecret],
  ]
  const metrics = (await readMetrics(app.url)).text
  const answered = JSON.stringify(answers.map(({ body }) => body))
  const log = app.logLines.join('\n')
  const tables = (await readTables(app)).join()
  expect(log).toContain('"path":"/api/quotes/uk/my-future-basic"')
  for (const secret of secrets) {
    expect(answered).not.toContain(secret)
    expect(log).not.toContain(secret)
    expect(metrics).not.toContain(secret)
    // The email that contains the confirmation link is stored until it is sent.
    if (secret !== verification) expect(tables).not.toContain(secret)
  }
  recordMeasurement(
    'S12',
    `${secrets.length} passwords, tokens and keys: 0 in responses, log, metrics or database`,
    'none in the logs',
  )
  for (const { email, lastName, mobile } of [person]) {
    for (const personal of [email, lastName, mobile]) expect([log, metrics].join()).not.toContain(personal)
  }
  for (const internal of [
    'argon2',
    'password_hash',
    'passwordHash',
    'token_hash',
    'access_token',
    'node_modules',
    'select "',
  ]) {
    expect(answered).not.toContain(internal)
  }
})
