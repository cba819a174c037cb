import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../../../tests/support/start-app.ts'

test('a connection that is held open, with half a question, does not keep the site from stopping', async () => {
  const app = await startApp()
  const line = connect(Number(new URL(app.url).port), '127.0.0.1')
  line.on('error', () => undefined)
  await once(line, 'connect')
  line.write('GET /healthz HTTP/1.1\r\n')
  const cut = once(line, 'close')

  await app.close()

  expect(await cut).toBeDefined()
})
