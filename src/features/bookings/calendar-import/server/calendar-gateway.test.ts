import { expect, test } from 'vitest'
import { PUBLIC_ADDRESS, startInternet, toCalendar } from '../../../../../tests/support/given/calendars.ts'
import { fetchCalendar } from './fetch-calendar.ts'

const address = 'https://calendar.example.org/mine.ics'

test('the request goes to the resolved IP address without cookies or credentials', async () => {
  const received: unknown[] = []
  await using internet = await startInternet((request, response) => {
    received.push([request.method, request.url, request.headers.host, request.headers.cookie])
    response.end(toCalendar())
  })
  expect(await fetchCalendar(`${address}?key=secret`, internet.network)).toEqual({ ok: true, text: toCalendar() })
  expect(received).toEqual([['GET', '/mine.ics?key=secret', 'calendar.example.org', undefined]])
  expect(internet.connected).toEqual([PUBLIC_ADDRESS])
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['cloud metadata', ['169.254.169.254']],
  ['a public and a private address', [PUBLIC_ADDRESS, '10.0.0.1']],
  ['IPv6 loopback', ['::1']],
  ['an IPv4-mapped private address', ['::ffff:192.168.1.1']],
])('rejects a hostname that resolves to %s without connecting', async (_, addresses) => {
  await using internet = await startInternet(failIfAsked, { 'calendar.example.org': addresses })
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem: 'not-public' })
  expect(internet.connected).toEqual([])
})

test.each([
  'https://127.0.0.1/mine.ics',
  'https://[::1]/mine.ics',
  'https://[::ffff:10.0.0.1]/mine.ics',
  'https://2130706433/mine.ics',
  'https://0x7f.1/mine.ics',
  'https://169.254.169.254/latest/meta-data',
])('rejects a non-public IP address without a lookup: %s', async (privateAddress) => {
  await using internet = await startInternet(failIfAsked)
  expect(await fetchCalendar(privateAddress, internet.network)).toEqual({ ok: false, problem: 'not-public' })
  expect(internet.resolved).toEqual([])
})

test('DNS rebinding has no effect: the hostname is resolved once and that address is used', async () => {
  await using internet = await startInternet((_, response) => response.end(toCalendar()))
  let lookups = 0
  const resolve: typeof internet.network.resolve = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? PUBLIC_ADDRESS : '127.0.0.1', family: 4 }]
  }
  expect(await fetchCalendar(address, { ...internet.network, resolve })).toMatchObject({ ok: true })
  expect([lookups, internet.connected]).toEqual([1, [PUBLIC_ADDRESS]])
})

test('an unknown hostname is reported as not found', async () => {
  await using internet = await startInternet(failIfAsked)
  const unknown = await fetchCalendar('https://nowhere.example.org/mine.ics', internet.network)
  expect(unknown).toEqual({ ok: false, problem: 'host-not-found' })
})

test.each([
  ['https://127.0.0.1/mine.ics', 'not-public'],
  ['https://inside.example.org/mine.ics', 'not-public'],
  ['http://calendar.example.org/mine.ics', 'not-https'],
  ['https://ada:secret@calendar.example.org/mine.ics', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['https://', 'unexpected-response'],
])('rejects a redirect to %s', async (location, problem) => {
  let requests = 0
  await using internet = await startInternet(
    (_, response) => {
      requests += 1
      response.writeHead(302, { location }).end()
    },
    { 'inside.example.org': ['10.0.0.1'] },
  )
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem })
  expect(requests).toBe(1)
})

test.each([
  [3, { ok: true, text: 'the calendar' }],
  [4, { ok: false, problem: 'too-many-redirects' }],
])('%i redirects: up to three are followed', async (redirects, outcome) => {
  await using internet = await startInternet((request, response) => {
    const redirect = Number(request.url?.slice(1))
    if (redirect < redirects) response.writeHead(307, { location: `/${redirect + 1}` }).end()
    else response.end('the calendar')
  })
  expect(await fetchCalendar('https://calendar.example.org/0', internet.network)).toEqual(outcome)
  expect(internet.resolved.length).toBe(4)
})

test.each([
  ['never answers', () => {}],
  [
    'never ends',
    (write: (text: string) => void) => {
      write('BEGIN:VCALENDAR')
      setInterval(() => write('.'), 20).unref()
    },
  ],
])('a server that %s times out', async (_, respond) => {
  await using internet = await startInternet((__, response) => respond((text) => response.write(text)), {}, 300)
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem: 'too-slow' })
})

test('an unanswered hostname lookup times out', async () => {
  await using internet = await startInternet(failIfAsked, {}, 50)
  const resolve = () => new Promise<never>(() => {})
  expect(await fetchCalendar(address, { ...internet.network, resolve })).toEqual({ ok: false, problem: 'too-slow' })
})

test.each([
  [5_000_000, 'ok'],
  [5_000_001, 'too-large'],
  [6_000_000, 'too-large'],
])('a file of %i bytes is %s', async (bytes, outcome) => {
  await using internet = await startInternet((_, response) => response.end('x'.repeat(bytes)))
  const fetched = await fetchCalendar(address, internet.network)
  expect(fetched.ok ? 'ok' : fetched.problem).toBe(outcome)
})

test.each([
  [401, 'login-required'],
  [403, 'login-required'],
  [404, 'address-not-found'],
  [410, 'address-not-found'],
  [500, 'unexpected-response'],
  [204, 'unexpected-response'],
  [304, 'unexpected-response'],
])('status %i is reported as %s', async (status, problem) => {
  await using internet = await startInternet((_, response) => response.writeHead(status).end())
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem })
})

test('rejects a server whose certificate is for another hostname', async () => {
  await using internet = await startInternet(failIfAsked, { 'other.example.org': [PUBLIC_ADDRESS] })
  const fetched = await fetchCalendar('https://other.example.org/mine.ics', internet.network)
  expect(fetched).toEqual({ ok: false, problem: 'not-reached' })
})

function failIfAsked(): never {
  throw new Error('This server must not be asked')
}
