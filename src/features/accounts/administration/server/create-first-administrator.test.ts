import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { createFirstAdministrator } from './create-first-administrator.ts'

test('an empty site gets one administrator with a generated password', async () => {
  await using app = await startApp()

  const credentials = await createFirstAdministrator(app.context, { email: undefined, password: undefined })
  const secondResult = await createFirstAdministrator(app.context, { email: undefined, password: undefined })

  expect(credentials).toEqual({ email: 'admin@futureworld.example', password: expect.stringMatching(/^[\w-]{24}$/) })
  expect(secondResult).toBeUndefined()
  const { body } = await app.visitor.post('/api/auth/login', credentials)
  expect(body.data.user).toMatchObject({ role: 'administrator', email: 'admin@futureworld.example' })
})

test('the operator can choose email address and password', async () => {
  await using app = await startApp()
  const chosen = { email: 'boss@example.org', password: 'chosen by the operator' }
  await createFirstAdministrator(app.context, chosen)
  const { body } = await app.visitor.post('/api/auth/login', chosen)
  expect(body.data.user.role).toBe('administrator')
})

test('an existing member’s account is never promoted to administrator', async () => {
  await using app = await startApp()
  const ada = await app.member()

  const creation = createFirstAdministrator(app.context, { email: ada.person.email, password: undefined })

  await expect(creation).rejects.toThrow('already has a member account')
  expect((await ada.get('/api/auth/me')).body.data.user.role).toBe('member')
})

test('concurrent starts create one administrator', async () => {
  await using app = await startApp()
  const results = await Promise.all(
    [1, 2, 3].map(() => createFirstAdministrator(app.context, { email: undefined, password: undefined })),
  )
  expect(results.filter((result) => result !== undefined)).toHaveLength(1)
  expect(await app.rows("select 1 from account where role = 'administrator'")).toHaveLength(1)
})
