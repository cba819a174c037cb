import { afterAll, expect, test } from 'vitest'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { confirmationTokens, emailsTo } from '#tests/support/given/received-emails.ts'
import { memberWithApp } from '#tests/support/given/second-factor.ts'
import { resetAccount } from '../administration/server/reset-account.ts'

const app = await startApp()
afterAll(app.close)

const listActions = async (id: string) => (await listAuditEntries(app, 'member', id)).map(({ action }) => action)

test('security actions and failed reauthentications are audited without personal data', async () => {
  const ada = await memberWithApp(app)
  await ada.post('/api/auth/reauthentication', { password: 'this is not it' })
  await ada.post('/api/account/recovery-codes')
  await ada.get('/api/account/data')
  const password = 'three green boats and a whale'
  const changed = await ada.post('/api/account/password', { currentPassword: ada.person.password, password })
  expect(changed.status).toBe(200)
  const email = `new-${ada.person.email}`
  expect((await app.withToken(changed.body.data.token).post('/api/account/email', { email })).status).toBe(200)
  const [token] = await confirmationTokens(app, email)
  expect((await app.stranger().post('/api/auth/verify-email', { token })).status).toBe(200)

  expect(await listActions(ada.id)).toEqual([
    'account.authenticator-on',
    'account.confirmation-refused',
    'account.recovery-codes-made',
    'account.exported',
    'account.password-changed',
    'account.email-change-requested',
    'account.email-changed',
  ])
  const entries = await listAuditEntries(app, 'member', ada.id)
  expect(entries[1]).toMatchObject({ who: ada.id, after: { because: 'wrong-password' } })
  const json = JSON.stringify(entries)
  for (const secret of [ada.person.email, ada.person.password, password]) expect(json).not.toContain(secret)
})

test('an operator reset is audited without an actor, and administrators are notified', async () => {
  const [grace, mary] = [await app.quickMember('administrator'), await app.quickMember('administrator')]
  const setup = await grace.post('/api/account/authenticator')
  expect(setup.status).toBe(200)
  await app.rows('update authenticator set confirmed_at = created_at where account_id = $1', grace.id)
  await resetAccount(app.context, { email: grace.person.email, secondFactor: true })

  const [entry] = await listAuditEntries(app, 'member', grace.id)
  expect(entry).toMatchObject({ action: 'account.reset', who: null, after: { secondFactorRemoved: true } })
  const subjects = async (email: string) => (await emailsTo(app, email)).map(({ subject }) => subject)
  expect(await subjects(mary.person.email)).toContain('Staff two-factor login was removed')
  expect(await subjects(grace.person.email)).not.toContain('Staff two-factor login was removed')
  expect((await mary.get(`/api/admin/audit?object=${grace.id}`)).body.data.items[0].actor).toBeNull()
})

test('when an administrator is added, only the existing administrators are notified', async () => {
  const [grace, mary] = [await app.quickMember('administrator'), await app.quickMember('administrator')]
  const ada = await app.quickMember()
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  const change = { role: 'administrator', from: 'member', reason: 'She runs the office now' }
  expect((await grace.send('PUT', `/api/admin/members/${ada.id}/role`, change)).status).toBe(200)

  const listNotices = async (email: string) =>
    (await emailsTo(app, email)).filter(({ subject }) => subject === 'There’s a new administrator')
  for (const { person } of [grace, mary]) {
    const [notice] = await listNotices(person.email)
    expect(notice?.text).toContain(ada.person.email)
  }
  expect(await listNotices(ada.person.email)).toEqual([])
})
