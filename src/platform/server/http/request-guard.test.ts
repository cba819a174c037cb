import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { parseStatus, sendRaw } from '#tests/support/site/send-raw.ts'

const app = await startApp({ publicUrl: 'https://futureworld.example' })
afterAll(app.close)

const json = { 'content-type': 'application/json' }
const credentials = { email: 'a@example.org', password: 'not the password' }

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'http://futureworld.example' }],
  [{ origin: 'https://futureworld.example.evil.example' }],
  [{ origin: 'https://futureworld.example:8443' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://futureworld.example' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
])('a request to change data with %j is refused', async (headers: Record<string, string>) => {
  const { status, body } = await app.visitor.post('/api/auth/login', credentials, headers)
  expect([status, body.code]).toEqual([403, 'not-allowed'])
})

test.each([
  [{}],
  [{ origin: 'https://futureworld.example' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://futureworld.example' }],
  [{ 'sec-fetch-site': 'none' }],
])('a request with %j is accepted', async (headers: Record<string, string>) => {
  expect((await app.stranger().post('/api/auth/login', credentials, headers)).status).toBe(400)
})

test('anyone may read, but scripts on other sites cannot see the response', async () => {
  const { status, headers } = await app.visitor.get('/api/packages', {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(status).toBe(200)
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

const twoHosts = 'Host: a.example\r\nHost: b.example\r\n'

test.each([
  ...['/api/packages', '/api/docs', '/healthz', '/', '/assets/no-file.js'].map((path) => [path, '1.1', twoHosts]),
  ['/', '1.1', ''],
  ['/api/packages', '1.1', ''],
  ['/api/packages', '1.0', ''],
])('a request with two Host headers or none is refused: GET %s HTTP/%s', async (path, version, hosts) => {
  const response = await sendRaw(app.url, `GET ${path} HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`)
  expect([400, 403]).toContain(parseStatus(response))
})

test('a health check needs no Host header', async () => {
  expect(parseStatus(await sendRaw(app.url, 'GET /healthz HTTP/1.0\r\n\r\n'))).toBe(200)
})

test.each([
  ['U+0000 in a value', '{"email":"a\\u0000@example.org","password":"secret secret"}'],
  ['U+0000 in a key', '{"em\\u0000ail":"a@example.org"}'],
  ['half a surrogate pair', '{"email":"a@example.org","password":"secret \\ud800 secret"}'],
  ['half a surrogate pair in a nested value', '{"a":[{"b":[{"c":"\\udc00"}]}]}'],
])('a body with %s is refused', async (_, body) => {
  const { status, body: answer } = await app.visitor.send('POST', '/api/auth/login', body, json)
  expect([status, answer.code]).toEqual([400, 'invalid-input'])
})

test.each(['/api/quotes/uk/a%00b', '/api/purchases?cursor=%00', '/api/packages?x=%00'])(
  '%s is refused, because PostgreSQL cannot store NUL',
  async (url) => {
    const ada = await app.quickMember()
    expect((await ada.get(url)).status).toBe(400)
  },
)

test('a deeply nested body is refused as invalid input', async () => {
  for (const text of [
    `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  ]) {
    const { status, body } = await app.visitor.send('POST', '/api/auth/login', text, json)
    expect([status, body.code]).toEqual([400, 'invalid-input'])
  }
})

test.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
  'a body with the key %s is refused and changes nothing',
  async (key) => {
    const text = `{"${key}":{"role":"administrator","polluted":true},${JSON.stringify(newPerson()).slice(1)}`
    const { status } = await app.visitor.send('POST', '/api/auth/register', text, json)
    expect(status).toBe(400)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  },
)
