import { afterAll, expect, test } from 'vitest'
import { confirmationTokens } from '../../../../tests/support/letters.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

/** Its clock moves on: each test begins with a member of its own. */
const app = await startApp()
afterAll(app.close)

const tokenOf = async (email: string) => (await confirmationTokens(app, email)).at(-1) ?? ''

test('the link of the mail confirms the address once; opened again, as by a mail scanner, it says so', async () => {
  const ada = await app.member()
  const token = await tokenOf(ada.person.email)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.stranger().post('/api/auth/verify-email', { token })),
  )

  const found = answers.map(({ body }) => body.data)
  expect(found.filter(({ wasConfirmed }) => !wasConfirmed)).toHaveLength(1)
  expect(found.filter(({ wasConfirmed }) => wasConfirmed)).toHaveLength(7)
  expect((await ada.get('/api/auth/me')).body.data.user.emailVerified).toBe(true)
})

test('a link lives three days', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  app.clock.advance({ days: 2, hours: 23, minutes: 59 })
  const inTime = await app.visitor.post('/api/auth/verify-email', { token: await tokenOf(ada.person.email) })
  app.clock.advance({ minutes: 2 })
  const tooLate = await app.visitor.post('/api/auth/verify-email', { token: await tokenOf(grace.person.email) })

  expect([inTime.status, tooLate.status]).toEqual([200, 400])
})

test('the answer names the address as far as whoever holds the link needs to know it', async () => {
  const { person } = await app.member()
  const { body } = await app.visitor.post('/api/auth/verify-email', { token: await tokenOf(person.email) })
  const domain = person.email.split('@')[1]
  expect(body.data).toEqual({ address: `${person.email[0]}…@${domain}`, wasConfirmed: false, isNew: false })
})

test('a link that a newer one replaced stays without worth, also once the address is confirmed', async () => {
  const ada = await app.member()
  const first = await tokenOf(ada.person.email)
  await ada.post('/api/auth/verify-email/link')
  const second = await tokenOf(ada.person.email)
  await app.visitor.post('/api/auth/verify-email', { token: second })

  const { status, body } = await app.visitor.post('/api/auth/verify-email', { token: first })
  expect([status, body.code]).toEqual([400, 'link-invalid'])
  expect(body.message).toContain('This link is not valid any more.')
})

test('a link confirms only the address it was sent to', async () => {
  const ada = await app.member()
  const token = await tokenOf(ada.person.email)
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

test('guessed links are refused without a word about which', async () => {
  for (const token of ['x', 'A'.repeat(43), '../..', '\u{1f511}']) {
    const { status, body } = await app.visitor.post('/api/auth/verify-email', { token })
    expect([status, body.code]).toEqual([400, 'link-invalid'])
  }
})
