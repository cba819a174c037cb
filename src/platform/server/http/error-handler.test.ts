import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import Fastify, { type FastifyError } from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { parseStatus, sendRaw } from '#tests/support/site/send-raw.ts'
import { errorHandler } from './error-handler.ts'

const app = await startApp()
afterAll(app.close)

const login = (body: string | undefined, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.stranger().send('POST', '/api/auth/login', body, headers)

async function expectRefusal(status: number, code: string, body: string | undefined, type?: string) {
  const response = await login(body, type === undefined ? {} : { 'content-type': type })
  expect([response.status, response.body.success, response.body.code]).toEqual([status, false, code])
  expect(response.body.message).toMatch(/^[A-Z]/)
}

test.each([
  ['an empty body', ''],
  ['a truncated body', '{"email":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '42'],
  ['a string', '"a@example.org"'],
  ['two JSON values', '{}{}'],
  ['a comment', '{/**/}'],
  ['a number instead of a string', '{"email":7,"password":"secret secret"}'],
  ['a list instead of a string', '{"email":["a@example.org"],"password":"secret secret"}'],
  ['an object instead of a string', '{"email":{"$ne":null},"password":"secret secret"}'],
  ['a string instead of a boolean', '{"email":"a@b.org","password":"secret","keepSignedIn":"true"}'],
  ['an unknown key', '{"email":"a@b.org","password":"secret","admin":true}'],
])('%s is refused as invalid input', async (_, body) => {
  await expectRefusal(400, 'invalid-input', body, 'application/json')
})

test('a request without a body is refused as invalid input', async () => {
  await expectRefusal(400, 'invalid-input', undefined)
})

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['a multipart body', 'multipart/form-data; boundary=x'],
  ['a content type with a tab and a second type', 'application/json\ttext/plain'],
  ['XML', 'application/xml'],
])('%s is refused, because only JSON is accepted', async (_, type) => {
  await expectRefusal(415, 'not-json', '{}', type)
})

test('a body of more than 64 kB is refused', async () => {
  await expectRefusal(413, 'too-large', JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json')
})

test.each<[string, Record<string, string>]>([
  ['null', { request: 'This must be a JSON object.' }],
  ['{"email":null,"password":"secret secret"}', { email: 'This must be text.' }],
  ['{"email":"a@b.org","password":7}', { password: 'This must be text.' }],
  ['{"email":"a@b.org","password":"secret","keepSignedIn":"true"}', { keepSignedIn: 'This must be true or false.' }],
  ['{"email":"a@b.org","password":"secret","a":1,"b":2}', { request: 'We don’t recognise this: a, b.' }],
  ['{"password":"secret"}', { email: 'Email is required' }],
])('the body %s gets readable error messages', async (body, errors) => {
  expect((await login(body)).body.errors).toEqual(errors)
})

test.each<[string, object, string]>([
  ['/api/auth/verify-email', {}, 'This is missing.'],
  ['/api/auth/verify-email', { token: '' }, 'This is empty.'],
  ['/api/auth/verify-email', { token: 'x'.repeat(101) }, 'This must be no more than 100 characters long.'],
])('%s with %j says "%s"', async (path, body, message) => {
  expect((await app.visitor.post(path, body)).body).toMatchObject({ code: 'invalid-input', message })
})

test.each([
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['DELETE', '/api/purchases'],
  ['PATCH', '/api/auth/me'],
  ['GET', '/api/auth/login'],
  ['GET', '/api/'],
  ['GET', '/api/packages/'],
  ['GET', '/api//packages'],
  ['GET', '/api/PACKAGES'],
  ['GET', '/api/%2e%2e/packages'],
  ['GET', `/api/${'x'.repeat(300)}`],
] as const)('%s %s gets a 404 with a JSON body', async (method, url) => {
  const { status, body, headers } = await app.visitor.send(method, url)
  expect([status, body]).toEqual([
    404,
    { success: false, code: 'not-found', message: 'There’s nothing at this address.' },
  ])
  expect(headers['content-type']).toContain('application/json')
})

test.each(['/api/%', '/api/%ff', '/api/quotes/uk/%ed%a0%80', '/api/quotes/uk/%c0%ae'])(
  'the invalid address %s gets a JSON error',
  async (url) => {
    const { status, body, headers } = await app.visitor.get(url)
    expect([status, body.success]).toEqual([400, false])
    expect(headers['content-type']).toContain('application/json')
    expect(body.message).toMatch(/^[A-Z].*[.]$/)
  },
)

test.each(['/api/docs/static/%2e%2e/%2e%2e/package.json', '/api/docs/static/..%2f..%2f..%2fpackage.json'])(
  '%s does not reach files outside the folder',
  async (url) => {
    const response = await sendRaw(app.url, `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect([403, 404]).toContain(parseStatus(response))
    expect(response).not.toContain('dependencies')
  },
)

test.each(['QUERY', 'TRACE', 'PROPFIND', 'PURGE', 'OPTIONS'])(
  'the method %s is refused with a JSON error',
  async (method) => {
    for (const path of ['/api/packages', '/nowhere']) {
      const response = await sendRaw(
        app.url,
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      expect([400, 403, 404]).toContain(parseStatus(response))
      expect(response).toContain('"success":false')
    }
  },
)

test('an overlong path parameter is refused', async () => {
  const { status, body } = await app.visitor.get(`/api/quotes/uk/${'x'.repeat(201)}`)
  expect([400, 404]).toContain(status)
  expect(body.success).toBe(false)
})

test('an unexpected error reveals no detail, only a reference that is in the log', async () => {
  const linesBefore = app.logLines.length
  await app.rows('alter table market rename to market_away')
  const { status, body } = await app.visitor.get('/api/packages')
  await app.rows('alter table market_away rename to market')

  expect([status, Object.keys(body).sort(), body.code]).toEqual([500, ['code', 'message', 'success'], 'internal-error'])
  const reference = /Reference: ([0-9a-f-]{36})$/.exec(body.message)?.[1] ?? 'no reference'
  expect(body.message).not.toMatch(/market|relation|select|\bat \S*[(/:]/)
  const lines = app.logLines.slice(linesBefore).filter((line) => line.includes(reference))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('market')
  expect(lines[0]).toContain('"path":"/api/packages"')
})

test('every API response has headers against caching, framing and content sniffing', async () => {
  for (const url of ['/api/packages', '/api/nothing', '/api/auth/me', '/api/%', '/nowhere', '/healthz', '/readyz']) {
    const { headers } = await app.visitor.get(url)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('the API documentation runs only its own scripts', async () => {
  const { status, headers } = await app.visitor.get('/api/docs')
  expect(status).toBe(200)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toMatch(/script-src 'self'/)
  expect(headers['content-security-policy']).not.toContain('unsafe-eval')
})

test.each([
  ['text that is not HTTP', 'NONSENSE\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n'],
  ['an overlong header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ],
  [
    'both a content length and chunked encoding',
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('a request with %s gets a 4xx response', async (_, bytes) => {
  const response = await sendRaw(app.url, bytes)
  expect(parseStatus(response)).toBeGreaterThanOrEqual(400)
  expect(parseStatus(response)).toBeLessThan(500)
})

test('if a client disconnects while sending its body, no database outage is logged', async () => {
  const lines: string[] = []
  const site = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  onTestFinished(() => site.close())
  const handled = Promise.withResolvers<void>()
  site.setErrorHandler((error: FastifyError, request, reply) => {
    errorHandler(error, request, reply)
    handled.resolve()
  })
  site.post('/', async () => 'whole')
  const address = await site.listen({ port: 0, host: '127.0.0.1' })
  const requestReceived = new Promise<void>((resolve) => site.server.once('request', () => resolve()))
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await requestReceived

  socket.destroy()
  await handled.promise

  expect(lines.join('')).not.toContain('does not answer')
})

test.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
  'the disk error %s causes a 503 with a Retry-After header, and is logged',
  async (code) => {
    const lines: string[] = []
    const site = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
    onTestFinished(() => site.close())
    site.setErrorHandler(errorHandler)
    site.get('/', () => Promise.reject(Object.assign(new Error('write'), { code })))
    const response = await site.inject('/')
    expect([response.statusCode, response.headers['retry-after'], response.json().code]).toEqual([
      503,
      '60',
      'disk-full',
    ])
    expect(lines.join('')).toContain('the disk cannot store a file')
  },
)

test('a database that refuses connections or does not respond causes a 503, not an internal error', async () => {
  const silentServer = createServer(() => {})
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  onTestFinished(() => void silentServer.close())
  const { port } = silentServer.address() as AddressInfo

  for (const address of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const visitor = await app.onDatabase(`postgresql://nobody@${address}/nothing`)
    onTestFinished(visitor.close)
    expect([(await visitor.get('/healthz')).status, (await visitor.get('/readyz')).status]).toEqual([200, 503])
    const responses = await Promise.all([
      visitor.get('/api/packages'),
      visitor.get('/api/auth/me', { authorization: 'Bearer token' }),
      visitor.post('/api/auth/login', { email: 'a@example.org', password: 'secret secret' }),
    ])
    for (const { status, body, headers } of responses) {
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'service-unavailable', '5'])
    }
  }
})
