import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../../tests/support/app/start-app.ts'
import { confirmationTokens } from '../../../../../tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

const resend = (member: Member) => member.post('/api/auth/verify-email/link')

const confirm = (token: string) => app.stranger().post('/api/auth/verify-email', { token })

const listTokens = ({ person }: Member) => confirmationTokens(app, person.email)

test('resending the verification sends a new link and invalidates the earlier one', async () => {
  const ada = await app.member()
  const [firstToken = ''] = await listTokens(ada)

  expect(await resend(ada)).toMatchObject({ status: 200, body: { success: true, data: null } })

  const [, secondToken = '', ...furtherTokens] = await listTokens(ada)
  expect(furtherTokens).toEqual([])
  expect((await confirm(firstToken)).body.code).toBe('link-invalid')
  expect((await confirm(secondToken)).status).toBe(200)
  expect((await confirm(firstToken)).body.code).toBe('link-invalid')
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(true)
})

test('of several concurrent requests only the last link is valid', async () => {
  const ada = await app.member()
  await Promise.all([resend(ada), resend(ada), resend(ada)])
  const tokens = await listTokens(ada)
  expect(tokens).toHaveLength(4)
  const answers = await Promise.all(tokens.map(confirm))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('concurrent verifying and resending does not deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => app.member()))
  const links = await Promise.all(
    members.map(async (person) => ({ person, token: (await listTokens(person))[0] ?? '' })),
  )

  const answers = await Promise.all(links.flatMap(({ person, token }) => [confirm(token), resend(person)]))

  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test('resending is limited to three per hour and member', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  for (const _ of [1, 2, 3]) expect((await resend(ada)).status).toBe(200)
  const fourth = await resend(ada)
  expect([fourth.status, fourth.body.code]).toEqual([429, 'too-many-attempts'])
  expect(await listTokens(ada)).toHaveLength(4)
  expect((await resend(grace)).status).toBe(200)
})

test('resending is limited to ten per month', async () => {
  let ada = await app.member()
  for (let count = 0; count < 10; count += 1) {
    expect((await resend(ada)).status).toBe(200)
    await app.rows("delete from rate_limit where key like 'resend-verification-hour%'")
  }
  expect((await resend(ada)).status).toBe(429)
  ada = await app.member()
  expect((await resend(ada)).status).toBe(200)
})

test('rejects resending to a verified address without sending an email', async () => {
  const ada = await app.member()
  const [token = ''] = await listTokens(ada)
  await confirm(token)
  const { status, body } = await resend(ada)
  expect([status, body.code]).toEqual([409, 'email-already-verified'])
  expect(await listTokens(ada)).toHaveLength(1)
})
