import { expect, test } from 'vitest'
import { PUBLIC_ADDRESS, startInternet, toCalendar } from '../../../../../tests/support/given/calendars.ts'
import { fetchCalendar } from './fetch-calendar.ts'

const address = 'https://calendar.example.org/mine.ics'

test('the request goes to the resolved IP address without cookies or credentials', async () => {
  const seen: unknown[] = []
  await using internet = await startInternet((request, response) => {
    seen.push([request.method, request.url, request.headers.host, request.headers.cookie])
    response.end(toCalendar())
  })
  expect(await fetchCalendar(`${address}?key=secret`, internet.network)).toEqual({ ok: true, text: toCalendar() })
  expect(seen).toEqual([['GET', '/mine.ics?key=secret', 'calendar.example.org', undefined]])
  expect(internet.connected).toEqual([PUBLIC_ADDRESS])
})

test.each([
  ['this machine', ['127.0.0.1']],
  ['the secrets of a cloud', ['169.254.169.254']],
  ['a public and a private address', [PUBLIC_ADDRESS, '10.0.0.1']],
  ['this machine in the newer form', ['::1']],
  ['a private address in the newer form, mapped', ['::ffff:192.168.1.1']],
])('rejects a hostname that resolves to %s without connecting', async (_, addresses) => {
  await using internet = await startInternet(neverAsked, { 'calendar.example.org': addresses })
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
])('rejects a non-public IP address without a lookup: %s', async (closed) => {
  await using internet = await startInternet(neverAsked)
  expect(await fetchCalendar(closed, internet.network)).toEqual({ ok: false, problem: 'not-public' })
  expect(internet.resolved).toEqual([])
})

test('DNS rebinding has no effect: the hostname is resolved once and that address is used', async () => {
  await using internet = await startInternet((_, response) => response.end(toCalendar()))
  let asked = 0
  const resolve: typeof internet.network.resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? PUBLIC_ADDRESS : '127.0.0.1', family: 4 }]
  }
  expect(await fetchCalendar(address, { ...internet.network, resolve })).toMatchObject({ ok: true })
  expect([asked, internet.connected]).toEqual([1, [PUBLIC_ADDRESS]])
})

test('an unknown hostname is reported as not found', async () => {
  await using internet = await startInternet(neverAsked)
  const unknown = await fetchCalendar('https://nowhere.example.org/mine.ics', internet.network)
  expect(unknown).toEqual({ ok: false, problem: 'not-found-there' })
})

test.each([
  ['https://127.0.0.1/mine.ics', 'not-public'],
  ['https://inside.example.org/mine.ics', 'not-public'],
  ['http://calendar.example.org/mine.ics', 'not-https'],
  ['https://ada:secret@calendar.example.org/mine.ics', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['https://', 'refused-there'],
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
  [4, { ok: false, problem: 'too-many-turns' }],
])('%i redirects: up to three are followed', async (turns, outcome) => {
  await using internet = await startInternet((request, response) => {
    const turn = Number(request.url?.slice(1))
    if (turn < turns) response.writeHead(307, { location: `/${turn + 1}` }).end()
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
])('a server that %s times out', async (_, behave) => {
  await using internet = await startInternet((__, response) => behave((text) => response.write(text)), {}, 300)
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem: 'too-slow' })
})

test('an unanswered hostname lookup times out', async () => {
  await using internet = await startInternet(neverAsked, {}, 50)
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
  [401, 'login-wanted'],
  [403, 'login-wanted'],
  [404, 'no-calendar-there'],
  [410, 'no-calendar-there'],
  [500, 'refused-there'],
  [204, 'refused-there'],
  [304, 'refused-there'],
])('status %i is reported as %s', async (status, problem) => {
  await using internet = await startInternet((_, response) => response.writeHead(status).end())
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem })
})

test('rejects a server whose certificate is for another hostname', async () => {
  await using internet = await startInternet(neverAsked, { 'other.example.org': [PUBLIC_ADDRESS] })
  const fetched = await fetchCalendar('https://other.example.org/mine.ics', internet.network)
  expect(fetched).toEqual({ ok: false, problem: 'not-reached' })
})

function neverAsked(): never {
  throw new Error('This server must not be asked')
}
