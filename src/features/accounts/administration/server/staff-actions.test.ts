import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { emailSubjectsTo } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const reason = 'Their bank reported a stolen card'
const password = newPerson().password

const listActions = async (id: string) =>
  (await app.rows('select action from audit_entry where object_id = $1 order by occurred_at', id)).map(
    ({ action }) => action,
  )
const setAccess = (id: string, isAllowed: boolean, admin = staff) =>
  admin.send('PUT', `/api/admin/members/${id}/access`, { isAllowed, reason })
const changeRole = (id: string, from: string, role: string, admin = staff) =>
  admin.send('PUT', `/api/admin/members/${id}/role`, { from, role, reason })

test('disabling an account revokes all access until it is enabled again', async () => {
  const member = await app.quickMember()
  expect((await setAccess(member.id, false)).status).toBe(200)
  expect(await app.rows('select 1 from session where account_id = $1 and ended_at is null', member.id)).toEqual([])
  expect((await member.get('/api/auth/me')).status).toBe(401)
  const logIn = () => app.stranger().post('/api/auth/login', { email: member.person.email, password })
  expect((await logIn()).body.code).toBe('wrong-credentials')

  expect((await setAccess(member.id, true)).status).toBe(200)
  expect((await logIn()).status).toBe(200)
  expect((await member.get('/api/auth/me')).status).toBe(401)
  await app.settle()
  expect(emailSubjectsTo(app, member)).toEqual(
    expect.arrayContaining(['Your account has been disabled', 'You can use your account again']),
  )
  expect(await listActions(member.id)).toEqual(['member.disabled', 'member.enabled'])
})

test('disabling an account that is already disabled returns a conflict', async () => {
  const member = await app.quickMember()
  await setAccess(member.id, false)
  expect((await setAccess(member.id, false)).body.code).toBe('edited-elsewhere')
})

test('administrators cannot disable or demote themselves, so there is always at least one', async () => {
  expect((await setAccess(staff.id, false)).body.code).toBe('own-account')
  expect((await changeRole(staff.id, 'administrator', 'member')).body.code).toBe('own-account')

  const [firstAdmin, secondAdmin] = [await app.quickMember('administrator'), await app.quickMember('administrator')]
  const answers = await Promise.all([
    changeRole(secondAdmin.id, 'administrator', 'member', firstAdmin),
    changeRole(firstAdmin.id, 'administrator', 'member', secondAdmin),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('changing a role requires a confirmed email and revokes the member’s sessions', async () => {
  const admin = await app.quickMember('administrator')
  const member = await app.quickMember()
  expect((await changeRole(member.id, 'member', 'consultant', admin)).body.code).toBe('email-unverified')
  await app.rows('update account set email_verified_at = now() where id = $1', member.id)
  expect((await changeRole(member.id, 'member', 'consultant', admin)).status).toBe(200)
  expect((await changeRole(member.id, 'member', 'administrator', admin)).body.code).toBe('edited-elsewhere')
  expect((await member.get('/api/auth/me')).status).toBe(401)
  const newSession = await app.returning(member)
  expect((await newSession.get('/api/auth/me')).body.data.user.role).toBe('consultant')
  expect((await changeRole(member.id, 'consultant', 'member', admin)).status).toBe(200)
  expect((await newSession.get('/api/auth/me')).status).toBe(401)
})

const makeInvitation = (role: string) => ({ firstName: 'Grace', lastName: 'Hopper', email: newPerson().email, role })

const findLinkToken = (email: string) =>
  app.mails
    .filter(({ to }) => to === email)
    .map(({ text }) => /reset-password\/([\w-]+)/.exec(text)?.[1])
    .findLast(Boolean)

const setPassword = (token: string | undefined, chosen: string) =>
  app.stranger().post(`/api/auth/reset-password/${token}`, { token, password: chosen, confirmPassword: chosen })

test('a staff invitation link can set a password once, within seven days', async () => {
  const admin = await app.quickMember('administrator')
  const person = makeInvitation('consultant')
  expect((await admin.post('/api/admin/staff', person)).status).toBe(200)
  expect((await admin.post('/api/admin/staff', person)).body.code).toBe('email-taken')
  await app.settle()
  const token = findLinkToken(person.email)
  const chosen = 'three wandering lighthouses'
  app.clock.advance({ days: 6.9 })
  expect((await setPassword(token, 'short pass')).body.code).toBe('password-too-short')
  expect((await setPassword(token, chosen)).status).toBe(200)
  expect((await setPassword(token, `${chosen}!`)).body.code).toBe('link-invalid')
  const { body } = await app.stranger().post('/api/auth/login', { email: person.email, password: chosen })
  expect(body.data.user).toMatchObject({ role: 'consultant', emailVerified: true })
})

test('an expired invitation can be resent, and the new link replaces the old one', async () => {
  const admin = await app.quickMember('administrator')
  const person = makeInvitation('administrator')
  const { memberId } = (await admin.post('/api/admin/staff', person)).body.data
  await app.settle()
  const firstToken = findLinkToken(person.email)
  app.clock.advance({ days: 7 })
  expect((await setPassword(firstToken, 'three wandering lighthouses')).body.code).toBe('link-invalid')

  const newSession = await app.returning(admin)
  await newSession.post(`/api/admin/members/${memberId}/password-link`, { reason })
  await app.settle()
  const secondToken = findLinkToken(person.email)
  expect(secondToken).not.toBe(firstToken)
  expect((await setPassword(secondToken, 'three wandering lighthouses')).status).toBe(200)
})

test('staff can send a member a password reset link', async () => {
  const admin = await app.quickMember('administrator')
  const member = await app.quickMember()
  expect((await admin.post(`/api/admin/members/${member.id}/password-link`, { reason })).status).toBe(200)
  await app.settle()
  expect(emailSubjectsTo(app, member)).toContain('Set a new password')
  expect((await setPassword(findLinkToken(member.person.email), 'three wandering lighthouses')).status).toBe(200)
  expect(await listActions(member.id)).toEqual(['member.password-link-sent', 'account.password-reset'])
})

test('staff can list a member’s devices and log one out', async () => {
  const admin = await app.quickMember('administrator')
  const member = await app.quickMember()
  const phone = await app.returning(member)
  const path = `/api/admin/members/${member.id}/devices`
  const { items } = (await admin.get(path)).body.data
  expect(items).toHaveLength(2)
  await admin.send('DELETE', `${path}/${items[0].id}`, { reason })
  const statuses = await Promise.all([member.get('/api/auth/me'), phone.get('/api/auth/me')])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await admin.send('DELETE', `${path}/${items[0].id}`, { reason })).body.code).toBe('session-not-found')
})
