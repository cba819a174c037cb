import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { findPorts, haproxy, startProxy, startUpstream } from '../support/site/start-proxy.ts'
import { startSite } from '../support/site/start-site.ts'

/** The 25 MB limit in docs/operations/configuration.md. */
const MAX_FILE_BYTES = 26_214_400

/** Starts the proxy in front of two fake processes. */
async function givenProxy(respond?: Parameters<typeof startUpstream>[0]) {
  const [first, second] = [await startUpstream(respond), await startUpstream(respond)]
  onTestFinished(async () => void (await Promise.all([first, second].map(({ stop }) => stop().catch(() => {})))))
  const proxy = await startProxy(first, second)
  onTestFinished(proxy[Symbol.asyncDispose])
  return { first, second, proxy }
}

const proxyTest = test.skipIf(!haproxy)

proxyTest('plain HTTP is redirected to HTTPS, and TLS 1.1 is refused', async () => {
  const { proxy } = await givenProxy()
  const { status, headers } = await fetch(`http://localhost:${proxy.plain}/about?a=b`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, `https://localhost:${proxy.plain}/about?a=b`])
  expect(await negotiateProtocol(proxy.secure, 'TLSv1.3')).toBe('TLSv1.3')
  expect(await negotiateProtocol(proxy.secure, 'TLSv1.2')).toBe('TLSv1.2')
  expect(await negotiateProtocol(proxy.secure, 'TLSv1.1')).toBe('refused')
})

proxyTest("the proxy replaces a client's forwarding headers with its own", async () => {
  const { first, second, proxy } = await givenProxy()
  await proxy.ask('/login', {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'for=203.0.113.9',
    },
  })
  const headers = [...first.seen, ...second.seen].find(({ url }) => url === '/login')?.headers
  expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
  expect(headers).not.toHaveProperty('x-forwarded-host')
  expect(headers).not.toHaveProperty('forwarded')
})

proxyTest('metrics are never served to the outside, however their path is spelt', async () => {
  const { first, second, proxy } = await givenProxy()
  const spellings = ['/metrics', '/metrics/', '/metrics?x=1', '//metrics', '/%6Detrics', '/metrics%2F']
  for (const path of spellings) expect([path, (await proxy.ask(path)).status]).toEqual([path, 404])
  expect((await proxy.ask('/metrics-of-success')).status).toBe(200)
  expect([...first.seen, ...second.seen].filter(({ url }) => /metrics(?!-of)|%6D/.test(url ?? ''))).toEqual([])
})

proxyTest('the log contains no private addresses and no queries', async () => {
  const { proxy } = await givenProxy()
  const token = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDeF'
  for (const path of ['/calendar/short-one.ics', '/reset-password/xyzzy', '/guardian/xyzzy', `/other/${token}`])
    await proxy.ask(`${path}?secret=plugh`)
  await proxy.ask('/the-last-one')
  await proxy.untilLogged('/the-last-one')
  expect(proxy.log()).toContain(' /calendar/...')
  expect(proxy.log()).toContain(' /other/...')
  expect(proxy.log()).not.toMatch(/short-one|xyzzy|plugh|aBcDeF/)
})

proxyTest('the largest upload that the site accepts passes, and a larger one is refused', async () => {
  const { proxy } = await givenProxy()
  const largest = await proxy.ask('/upload', { method: 'POST', body: Buffer.alloc(MAX_FILE_BYTES) })
  expect(largest.status).toBe(200)
  const larger = await proxy.ask('/upload', {
    method: 'POST',
    headers: { 'content-length': String(30_000_000), expect: '100-continue' },
  })
  expect(larger.status).toBe(413)
})

// The proxy checks every second, and a process waits three seconds before it stops (PROXY_DRAIN_MS).
proxyTest('a process gets no requests after failing two health checks', async () => {
  const { first, proxy } = await givenProxy()
  first.isReady = false
  await proxy.untilLogged('Server ready/one is DOWN')
  expect(await readFile('operations/haproxy/haproxy.cfg', 'utf8')).toContain('check inter 1s fastinter 500ms fall 2 ')
  first.seen.length = 0
  const answers = await Promise.all(Array.from({ length: 40 }, () => proxy.ask('/about')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(first.seen).toEqual([])
})

proxyTest('if no process is ready, as in a database outage, requests still go to those that are running', async () => {
  const { first, second, proxy } = await givenProxy()
  first.isReady = false
  second.isReady = false
  await proxy.untilLogged(/Server ready\/one is DOWN[\s\S]*Server ready\/two is DOWN|two is DOWN[\s\S]*one is DOWN/)
  expect(await proxy.ask('/about')).toMatchObject({ status: 200, body: 'a page' })
})

proxyTest('if all processes are down, the proxy responds with 503 and Retry-After', async () => {
  const { first, second, proxy } = await givenProxy()
  await Promise.all([first.stop(), second.stop()])
  const { status, headers, body } = await proxy.ask('/about')
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(body).toContain('We are back in a moment')
})

proxyTest('if one process dies, no request fails', async () => {
  const { first, proxy } = await givenProxy()
  await first.stop()
  const methods = ['GET', 'POST', 'GET', 'POST', 'GET', 'POST']
  const answers = await Promise.all(methods.map((method) => proxy.ask('/about', { method })))
  expect(answers.map(({ status }) => status)).toEqual(methods.map(() => 200))
})

proxyTest('a GET is retried if its connection breaks, but a POST never is', async () => {
  const arrived: Record<string, number> = {}
  const { proxy } = await givenProxy((incoming, response) => {
    const method = incoming.method ?? ''
    arrived[method] = (arrived[method] ?? 0) + 1
    if (incoming.url === '/cut' && arrived[method] === 1) return void incoming.socket.destroy()
    response.end('a page')
  })
  arrived.GET = 0
  expect((await proxy.ask('/cut')).status).toBe(200)
  expect((await proxy.ask('/cut', { method: 'POST' })).status).toBe(502)
  expect(arrived).toEqual({ GET: 2, POST: 1 })
})

proxyTest('while two versions run side by side, assets of both are found', async () => {
  const newer = await startUpstream((incoming, response) => {
    response.writeHead(incoming.url === '/assets/newer.js' ? 200 : 404).end()
  })
  const older = await startUpstream((_, response) => void response.writeHead(404).end())
  onTestFinished(async () => void (await Promise.all([newer.stop(), older.stop()])))
  await using proxy = await startProxy(newer, older)
  const statuses = async (path: string) =>
    new Set((await Promise.all(Array.from({ length: 10 }, () => proxy.ask(path)))).map(({ status }) => status))
  expect(await statuses('/assets/newer.js')).toEqual(new Set([200]))
  expect(await statuses('/assets/of-nobody.js')).toEqual(new Set([404]))
  expect(older.seen.map(({ url }) => url)).toContain('/assets/newer.js')
})

proxyTest('the real site works behind the proxy and sends HSTS', async () => {
  const ports = await findPorts()
  await using site = await startSite({
    environment: { PUBLIC_URL: `https://localhost:${ports.secure}`, TRUST_PROXY: '127.0.0.1' },
  })
  const { port } = new URL(site.url)
  await using proxy = await startProxy({ port: Number(port) }, { port: Number(port) }, ports)
  const { status, headers, body } = await proxy.ask('/', { headers: { host: `localhost:${ports.secure}` } })
  expect(status).toBe(200)
  expect(body).toContain('FutureWorld')
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

async function negotiateProtocol(port: number, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') {
  // The client accepts any protocol version, so a refusal must come from the proxy.
  const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' }
  const socket = connect({ port, host: 'localhost', rejectUnauthorized: false, ...versions })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol()
  } catch {
    return 'refused'
  } finally {
    socket.destroy()
  }
}
