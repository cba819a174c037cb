import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { emailsTo, passwordTokens } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

const newPassword = 'three green boats'
const change = (member: Pick<Member, 'post' | 'person'>, body: object = {}) =>
  member.post('/api/account/password', { currentPassword: member.person.password, password: newPassword, ...body })

test('changing the password ends other sessions and reset links and rotates this session’s token', async () => {
  const ada = await app.member()
  const elsewhere = await app.returning(ada)
  await app.stranger().post('/api/auth/forgot-password', { email: ada.person.email })
  const [token = 'none'] = await passwordTokens(app, ada.person.email)

  const { status, body, cookies } = await change(ada)

  expect([status, body.message, cookies]).toEqual([200, 'Your password has been changed.', []])
  const headers = { authorization: `Bearer ${body.data.token}` }
  expect((await app.stranger().get('/api/auth/me', headers)).body.data.user.email).toBe(ada.person.email)
  expect([(await ada.get('/api/auth/me')).status, (await elsewhere.get('/api/auth/me')).status]).toEqual([401, 401])
  const reset = await app
    .stranger()
    .post(`/api/auth/reset-password/${token}`, { password: newPassword, confirmPassword: newPassword, token })
  expect(reset.body.code).toBe('link-invalid')
  const { email } = ada.person
  expect((await app.stranger().post('/api/auth/login', { email, password: newPassword })).status).toBe(200)
  expect(await emailsTo(app, email, 'Your password has been changed')).toHaveLength(1)
})

test('a wrong current password is rejected, and after ten the member must wait', async () => {
  const ada = await app.member()
  for (let guess = 0; guess < 10; guess += 1) {
    const { status, body } = await change(ada, { currentPassword: 'this is not the password' })
    expect([status, body.code]).toEqual([400, 'wrong-password'])
  }
  const eleventh = await change(ada)
  expect([eleventh.status, eleventh.body.code]).toEqual([429, 'too-many-attempts'])
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ada.get('/api/auth/me')).status).toBe(200)
})

test('rejects a common, personal or unchanged password', async () => {
  const ada = await app.member()
  for (const [password, code] of [
    ['P@ssw0rd2026', 'password-common'],
    ['lovelace1815', 'password-personal'],
    [ada.person.password, 'password-unchanged'],
  ]) {
    const { status, body } = await change(ada, { password })
    expect([status, body.code]).toEqual([400, code])
  }
})

test('only one of two concurrent changes succeeds', async () => {
  const ada = await app.member()
  const answers = await Promise.all([change(ada), change(ada, { password: 'three other goats' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})
