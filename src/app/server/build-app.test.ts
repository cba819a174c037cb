import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

test('an open connection with half a request does not delay shutdown', async () => {
  const app = await startApp()
  const connection = connect(Number(new URL(app.url).port), '127.0.0.1')
  connection.on('error', () => undefined)
  await once(connection, 'connect')
  connection.write('GET /healthz HTTP/1.1\r\n')
  const closed = once(connection, 'close')

  await app.close()

  expect(await closed).toBeDefined()
})

test('an unexpected database error is logged without personal data', async () => {
  await using app = await startApp()
  const ada = await app.member({ email: 'canary@example.org', lastName: 'Canarylast' })
  await app.rows('alter table account add constraint surprise check (false) not valid')

  const { status } = await app.visitor.post('/api/auth/login', {
    email: 'canary@example.org',
    password: ada.person.password,
  })

  expect(status).toBe(500)
  expect(app.logLines.join()).toContain('check constraint \\"surprise\\"')
  expect(app.logLines.join()).not.toMatch(/canary|argon2/i)
})
