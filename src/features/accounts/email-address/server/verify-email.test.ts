import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { confirmationTokens } from '#tests/support/given/received-emails.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const resend = (member: Member) => member.post('/api/auth/verify-email/link')
const verify = (token: string) => app.stranger().post('/api/auth/verify-email', { token })
const listTokens = ({ person }: Member) => confirmationTokens(app, person.email)
const findToken = async (member: Member) => (await listTokens(member)).at(-1) ?? ''

test('a link verifies the address once; opening it again reports the address as already verified', async () => {
  const ada = await app.member()
  const token = await findToken(ada)

  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)))

  const results = answers.map(({ body }) => body.data)
  expect(results.filter(({ wasVerified }) => !wasVerified)).toHaveLength(1)
  expect(results.filter(({ wasVerified }) => wasVerified)).toHaveLength(7)
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(true)
})

test('a verification link expires after three days', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  app.clock.advance({ days: 2, hours: 23, minutes: 59 })
  const inTime = await verify(await findToken(ada))
  app.clock.advance({ minutes: 2 })
  const tooLate = await verify(await findToken(grace))

  expect([inTime.status, tooLate.status]).toEqual([200, 400])
})

test('a link verifies only the address it was sent to', async () => {
  const ada = await app.member()
  const token = await findToken(ada)
  await app.rows(
    "update account set email = 'new@example.org', email_canonical = 'new@example.org' where id = $1",
    ada.id,
  )

  const answers = [await verify(token), await verify(token)]

  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(false)
})

test('guessed tokens all get the same error', async () => {
  for (const token of ['x', 'A'.repeat(43), '../..', '\u{1f511}']) {
    const { status, body } = await verify(token)
    expect([status, body.code]).toEqual([400, 'link-invalid'])
  }
})

test('resending the verification sends a new link and invalidates the earlier one', async () => {
  const ada = await app.member()
  const [firstToken = ''] = await listTokens(ada)

  expect(await resend(ada)).toMatchObject({ status: 200, body: { success: true, data: null } })

  const [, secondToken = '', ...furtherTokens] = await listTokens(ada)
  expect(furtherTokens).toEqual([])
  expect((await verify(firstToken)).body.code).toBe('link-invalid')
  expect((await verify(secondToken)).status).toBe(200)
  expect((await verify(firstToken)).body.code).toBe('link-invalid')
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(true)
})

test('after several concurrent requests, only the latest link is valid', async () => {
  const ada = await app.member()
  await Promise.all([resend(ada), resend(ada), resend(ada)])
  const tokens = await listTokens(ada)
  expect(tokens).toHaveLength(4)
  const answers = await Promise.all(tokens.map(verify))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('verifying and resending concurrently does not deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => app.member()))
  const links = await Promise.all(
    members.map(async (person) => ({ person, token: (await listTokens(person))[0] ?? '' })),
  )

  const answers = await Promise.all(links.flatMap(({ person, token }) => [verify(token), resend(person)]))

  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test('each member can resend the link three times an hour', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  for (const _ of [1, 2, 3]) expect((await resend(ada)).status).toBe(200)
  const fourth = await resend(ada)
  expect([fourth.status, fourth.body.code]).toEqual([429, 'too-many-attempts'])
  expect(await listTokens(ada)).toHaveLength(4)
  expect((await resend(grace)).status).toBe(200)
})

test('each member can resend the link ten times a month', async () => {
  let ada = await app.member()
  for (let count = 0; count < 10; count += 1) {
    expect((await resend(ada)).status).toBe(200)
    await app.rows("delete from rate_limit where key like 'resend-verification-hour%'")
  }
  expect((await resend(ada)).status).toBe(429)
  ada = await app.member()
  expect((await resend(ada)).status).toBe(200)
})

test('rejects resending if the address is already verified, and sends no email', async () => {
  const ada = await app.member()
  const [token = ''] = await listTokens(ada)
  await verify(token)
  const { status, body } = await resend(ada)
  expect([status, body.code]).toEqual([409, 'email-already-verified'])
  expect(await listTokens(ada)).toHaveLength(1)
})
