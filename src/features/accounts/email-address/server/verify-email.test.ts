import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { confirmationTokens } from '../../../../../tests/support/given/received-emails.ts'

/** Tests move this site’s clock, so each starts with its own member. */
const app = await startApp()
afterAll(app.close)

const findToken = async (email: string) => (await confirmationTokens(app, email)).at(-1) ?? ''

test('a verification link verifies once; later openings report it as already verified', async () => {
  const ada = await app.member()
  const token = await findToken(ada.person.email)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.stranger().post('/api/auth/verify-email', { token })),
  )

  const results = answers.map(({ body }) => body.data)
  expect(results.filter(({ wasVerified }) => !wasVerified)).toHaveLength(1)
  expect(results.filter(({ wasVerified }) => wasVerified)).toHaveLength(7)
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(true)
})

test('a verification link expires after three days', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  app.clock.advance({ days: 2, hours: 23, minutes: 59 })
  const inTime = await app.visitor.post('/api/auth/verify-email', { token: await findToken(ada.person.email) })
  app.clock.advance({ minutes: 2 })
  const tooLate = await app.visitor.post('/api/auth/verify-email', { token: await findToken(grace.person.email) })

  expect([inTime.status, tooLate.status]).toEqual([200, 400])
})

test('a link verifies only the address it was sent to', async () => {
  const ada = await app.member()
  const token = await findToken(ada.person.email)
  await app.rows(
    "update account set email = 'new@example.org', email_canonical = 'new@example.org' where id = $1",
    ada.id,
  )

  const answers = [
    await app.visitor.post('/api/auth/verify-email', { token }),
    await app.visitor.post('/api/auth/verify-email', { token }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(false)
})

test('guessed tokens all get the same error', async () => {
  for (const token of ['x', 'A'.repeat(43), '../..', '\u{1f511}']) {
    const { status, body } = await app.visitor.post('/api/auth/verify-email', { token })
    expect([status, body.code]).toEqual([400, 'link-invalid'])
  }
})
