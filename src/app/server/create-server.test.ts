import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const id = /^[0-9a-f-]{36}$/

test('every response has a request id, including those to unknown routes and early errors', async () => {
  await using app = await startApp()
  for (const url of ['/healthz', '/api/packages', '/api/nothing', '/nowhere', '/api/%', '/api/auth/me', '/metrics']) {
    const { headers } = await app.visitor.get(url, { 'x-request-id': 'of-somebody-else' })
    expect([url, headers['x-request-id']]).toEqual([url, expect.stringMatching(id)])
  }
})

test('a failed response, its reference and its log lines have the same id', async () => {
  await using app = await startApp({ logLevel: 'debug' })
  await app.rows('alter table package rename to package_away')
  const { body, headers } = await app.visitor.get('/api/quotes/uk/my-future-basic')
  await app.rows('alter table package_away rename to package')

  const requestId = String(headers['x-request-id'])
  expect(body.message).toContain(`Reference: ${requestId}`)
  const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === requestId)
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, expect.stringContaining('package')],
    [20, 'answered'],
  ])
})

test('the debug log has a line per response, which contains the route pattern but not the address', async () => {
  await using app = await startApp({ logLevel: 'debug' })
  await app.visitor.get('/calendar/canary-token.ics?canary')
  await app.visitor.get('/api/canary')
  const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(lines).toMatchObject([
    { method: 'GET', route: '/calendar/:file', status: 404, milliseconds: expect.any(Number) },
    { method: 'GET', route: '/api/*', status: 404 },
  ])
  expect(app.logLines.join()).not.toContain('canary')
})
