import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendRaw } from '../../../tests/support/send-raw.ts'
import { stripeOrigins } from './page-policy.ts'
import { servePages } from './serve-pages.ts'

async function pagesAt(publicUrl: string) {
  const app = Fastify()
  let renderings = 0
  const renderPage = async () => {
    renderings += 1
    return new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
  await servePages({ app, renderPage, publicUrl, providerOrigins: stripeOrigins, readEdition: async () => '1' })
  return { app, renderings: () => renderings, ask: (host: string) => app.inject({ url: '/about', headers: { host } }) }
}

test('a page that is the same for everybody is rendered once, under whatever name a proxy asks for it', async () => {
  const { ask, renderings } = await pagesAt('https://futureworld.example')

  const answers = [await ask('futureworld.example'), await ask('10.0.0.7:5001'), await ask('10.0.0.7:5001')]

  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([200, '<p>Hello</p>']))
  expect(renderings()).toBe(1)
})

test('another name of this machine leads to the address of the site, remembered or not', async () => {
  const { ask } = await pagesAt('http://localhost:5001')

  const before = await ask('127.0.0.1:5001')
  await ask('localhost:5001')
  const after = await ask('127.0.0.1:5001')

  for (const { statusCode, headers } of [before, after]) {
    expect([statusCode, headers.location]).toEqual([308, 'http://localhost:5001/about'])
  }
})

test('a page that was rendered is answered before the framework, with the same head, until the site closes', async () => {
  const { app } = await pagesAt('http://localhost:5001')
  const framework: string[] = []
  app.addHook('onRequest', async ({ method }) => void framework.push(method))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (method = 'GET', host = 'localhost:5001') =>
    sendRaw(app.listeningOrigin, `${method} /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

  const first = await ask()
  const second = await ask()
  expect(framework).toEqual(['GET'])
  expect(withoutDate(second)).toBe(withoutDate(first))
  expect(second).toContain('<p>Hello</p>')
  expect(second).toMatch(/content-security-policy: default-src 'none'/)

  expect(await ask('HEAD')).toMatch(/^HTTP\/1.1 200 /)
  expect(await ask('POST')).toMatch(/^HTTP\/1.1 404 /)
  expect(await ask('GET', '10.0.0.7:5001')).toMatch(/^HTTP\/1.1 200 /)
  expect(framework).toEqual(['GET', 'HEAD', 'POST', 'GET'])
  await app.close()
})

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*$/im, '')
}

test.each([
  ['/reset-password/some-token?from=%2Fabout', 'no-referrer'],
  ['/reset-password', 'no-referrer'],
  ['/checkout?package=my-future-basic', 'strict-origin'],
  ['/confirmation?purchase=x&payment_intent_client_secret=pi_1_secret_2', 'strict-origin'],
  ['/login', 'strict-origin-when-cross-origin'],
])('what %s loads learns of its address by the policy %s, and nobody keeps the page', async (url, policy) => {
  const { app, renderings } = await pagesAt('http://localhost:5001')
  for (const _ of [1, 2]) {
    const { headers } = await app.inject({ url, headers: { host: 'localhost:5001' } })
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual([policy, 'no-store'])
  }
  expect(renderings()).toBe(2)
})

test('a page that is made for one visitor is sent small as well', async () => {
  const { app } = await pagesAt('http://localhost:5001')
  const ask = (accepted: string) =>
    app.inject({ url: '/login', headers: { host: 'localhost:5001', 'accept-encoding': accepted } })

  const [brotli, gzipped, plain] = [await ask('gzip, deflate, br'), await ask('gzip'), await ask('')]

  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('<p>Hello</p>')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe('<p>Hello</p>')
  expect(plain.body).toBe('<p>Hello</p>')
  expect([brotli, gzipped, plain].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
    ['br', 'accept-encoding'],
    ['gzip', 'accept-encoding'],
    [undefined, 'accept-encoding'],
  ])
})
