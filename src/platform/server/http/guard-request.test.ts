import { afterAll, expect, test } from 'vitest'
import { sendRaw, statusOf } from '../../../../tests/support/send-raw.ts'
import { newPerson, startApp } from '../../../../tests/support/start-app.ts'

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
])('a call that changes something and comes with %j is refused', async (headers: Record<string, string>) => {
  const { status, body } = await app.visitor.post('/api/auth/login', credentials, headers)
  expect([status, body.code]).toEqual([403, 'not-allowed'])
})

test.each([
  [{}],
  [{ origin: 'https://futureworld.example' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://futureworld.example' }],
  [{ 'sec-fetch-site': 'none' }],
])('a call with %j is ours', async (headers: Record<string, string>) => {
  expect((await app.stranger().post('/api/auth/login', credentials, headers)).status).toBe(400)
})

test('reading is open to whoever asks, but no other site’s script may see the answer', async () => {
  const { status, headers } = await app.visitor.get('/api/packages', {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(status).toBe(200)
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test.each([
  ['two', 'Host: a.example\r\nHost: b.example\r\n'],
  ['no', ''],
])('a request with %s host is refused', async (_, hosts) => {
  const answer = await sendRaw(app.url, `GET /api/packages HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
  expect([400, 403]).toContain(statusOf(answer))
})

test.each([
  ['U+0000 in a value', '{"email":"a\\u0000@example.org","password":"secret secret"}'],
  ['U+0000 in a key', '{"em\\u0000ail":"a@example.org"}'],
  ['half a surrogate pair', '{"email":"a@example.org","password":"secret \\ud800 secret"}'],
  ['half a surrogate pair deep inside', '{"a":[{"b":[{"c":"\\udc00"}]}]}'],
])('a body with %s is refused', async (_, body) => {
  const { status, body: answer } = await app.visitor.send('POST', '/api/auth/login', body, json)
  expect([status, answer.code]).toEqual([400, 'invalid-input'])
})

test.each(['/api/quotes/uk/a%00b', '/api/purchases?cursor=%00', '/api/packages?x=%00'])(
  '%s is refused, because nothing could be stored under it',
  async (url) => {
    const ada = await app.quickMember()
    expect((await ada.get(url)).status).toBe(400)
  },
)

test('a body that is nested as deep as fits is refused like any other that is wrong', async () => {
  for (const text of [
    `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  ]) {
    const { status, body } = await app.visitor.send('POST', '/api/auth/login', text, json)
    expect([status, body.code]).toEqual([400, 'invalid-input'])
  }
})

test.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
  'a body with the key %s changes nothing and is refused',
  async (key) => {
    const text = `{"${key}":{"role":"administrator","polluted":true},${JSON.stringify(newPerson()).slice(1)}`
    const { status } = await app.visitor.send('POST', '/api/auth/register', text, json)
    expect(status).toBe(400)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  },
)
