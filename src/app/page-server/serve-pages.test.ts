import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendRaw } from '#tests/support/site/send-raw.ts'
import { stripeOrigins } from './content-security-policy.ts'
import { servePages } from './serve-pages.ts'

const content = {
  providerOrigins: stripeOrigins,
  readEdition: async () => '1',
  listContentPaths: async () => ['/guides/shown'],
}

async function servePagesAt(publicUrl: string) {
  const app = Fastify()
  let renderCount = 0
  const renderPage = async () => {
    renderCount += 1
    return new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
  await servePages({ app, renderPage, publicUrl, ...content })
  return { app, renderings: () => renderCount, get: (host: string) => app.inject({ url: '/about', headers: { host } }) }
}

test('a shared page is rendered only once, whatever host name a proxy uses', async () => {
  const { get, renderings } = await servePagesAt('https://futureworld.example')

  const responses = [await get('futureworld.example'), await get('10.0.0.7:5001'), await get('10.0.0.7:5001')]

  expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([200, '<p>Hello</p>']))
  expect(renderings()).toBe(1)
})

test("a local alias redirects to the site's address, cached or not", async () => {
  const { get } = await servePagesAt('http://localhost:5001')

  const before = await get('127.0.0.1:5001')
  await get('localhost:5001')
  const after = await get('127.0.0.1:5001')

  for (const { statusCode, headers } of [before, after]) {
    expect([statusCode, headers.location]).toEqual([308, 'http://localhost:5001/about'])
  }
})

test('a cached page is served before the framework, with the same headers, until the site closes', async () => {
  const { app } = await servePagesAt('http://localhost:5001')
  const frameworkMethods: string[] = []
  app.addHook('onRequest', async ({ method }) => void frameworkMethods.push(method))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (method = 'GET', host = 'localhost:5001') =>
    sendRaw(app.listeningOrigin, `${method} /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

  const first = await send()
  const second = await send()
  expect(frameworkMethods).toEqual(['GET'])
  expect(withoutDate(second)).toBe(withoutDate(first))
  expect(second).toContain('<p>Hello</p>')
  expect(second).toMatch(/content-security-policy: default-src 'none'/)

  expect(await send('HEAD')).toMatch(/^HTTP\/1.1 200 /)
  expect(await send('POST')).toMatch(/^HTTP\/1.1 404 /)
  expect(await send('GET', '10.0.0.7:5001')).toMatch(/^HTTP\/1.1 200 /)
  expect(frameworkMethods).toEqual(['GET', 'HEAD', 'POST', 'GET'])
  await app.close()
})

test.each(['/about', '/login'])('only scripts that %s was rendered with may run', async (url) => {
  const app = Fastify()
  const renderPage = async () =>
    new Response('<p><script>planted()</script></p>', {
      headers: { 'content-type': 'text/html; charset=utf-8', 'script-hashes': 'sha256-ours sha256-too' },
    })
  const publicUrl = 'http://localhost:5001'
  await servePages({ app, renderPage, publicUrl, ...content })

  const { headers } = await app.inject({ url, headers: { host: 'localhost:5001' } })

  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-ours' 'sha256-too';")
  expect(headers).not.toHaveProperty('script-hashes')
})

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*$/im, '')
}

test.each([
  ['/reset-password/some-token?from=%2Fabout', 'no-referrer'],
  ['/reset-password', 'no-referrer'],
  ['/verify-email?token=abc', 'no-referrer'],
  ['/checkout?package=my-future-basic', 'strict-origin'],
  ['/confirmation?purchase=x&payment_intent_client_secret=pi_1_secret_2', 'strict-origin'],
  ['/login', 'strict-origin-when-cross-origin'],
])('%s has the referrer policy %s and is not cached', async (url, policy) => {
  const { app, renderings } = await servePagesAt('http://localhost:5001')
  for (const _ of [1, 2]) {
    const { headers } = await app.inject({ url, headers: { host: 'localhost:5001' } })
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual([policy, 'no-store'])
  }
  expect(renderings()).toBe(2)
})

test('a page rendered for a single visitor is compressed like a shared one', async () => {
  const { app } = await servePagesAt('http://localhost:5001')
  const getLogin = (encodings: string) =>
    app.inject({ url: '/login', headers: { host: 'localhost:5001', 'accept-encoding': encodings } })

  const [brotli, gzipped, plain] = [await getLogin('gzip, deflate, br'), await getLogin('gzip'), await getLogin('')]

  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('<p>Hello</p>')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe('<p>Hello</p>')
  expect(plain.body).toBe('<p>Hello</p>')
  expect([brotli, gzipped, plain].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
    ['br', 'accept-encoding'],
    ['gzip', 'accept-encoding'],
    [undefined, 'accept-encoding'],
  ])
})

test("a form is rendered with what was typed and the visitor's address, only from this site", async () => {
  const app = Fastify({ trustProxy: true })
  const forms: string[] = []
  const renderPage = async (request: Request, visitor?: string) => {
    forms.push(`${visitor} ${request.method} ${await request.text()}`)
    const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '60' }
    return new Response('<p>Checked</p>', { status: 429, headers })
  }
  await servePages({ app, renderPage, publicUrl: 'https://futureworld.example', ...content })
  const send = (headers: Record<string, string>, payload = 'name=Ada') =>
    app.inject({
      method: 'POST',
      url: '/cancel-contract',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.1.2.3', ...headers },
      payload,
    })

  const answer = await send({ origin: 'https://futureworld.example' })
  expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([429, '<p>Checked</p>', '60'])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(forms).toEqual(['10.1.2.3 POST name=Ada'])

  const refused = [
    await send({ origin: 'https://elsewhere.example' }),
    await send({ 'sec-fetch-site': 'cross-site' }),
    await send({}, `name=${'a'.repeat(20_000)}`),
    await send({ 'content-type': 'application/json' }, '{}'),
    await app.inject({ method: 'POST', url: '/about', payload: '' }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 413, 415, 404])
  expect(forms).toHaveLength(1)
})
