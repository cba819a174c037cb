import { expect, test } from 'vitest'
import { PUBLIC_ADDRESS, startInternet, toCalendar } from '#tests/support/given/calendars.ts'
import { fetchCalendar, isPublicAddress } from './fetch-calendar.ts'

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

test('rejects a hostname that also resolves to a private address, without connecting', async () => {
  await using internet = await startInternet(failOnRequest, { 'calendar.example.org': [PUBLIC_ADDRESS, '10.0.0.1'] })
  expect(await fetchCalendar(address, internet.network)).toEqual({ ok: false, problem: 'not-public' })
  expect(internet.connected).toEqual([])
})

test.each(['https://127.0.0.1/mine.ics', 'https://[::ffff:10.0.0.1]/mine.ics', 'https://2130706433/mine.ics'])(
  'rejects a non-public IP address without a DNS lookup: %s',
  async (privateAddress) => {
    await using internet = await startInternet(failOnRequest)
    expect(await fetchCalendar(privateAddress, internet.network)).toEqual({ ok: false, problem: 'not-public' })
    expect(internet.resolved).toEqual([])
  },
)

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
  await using internet = await startInternet(failOnRequest)
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
])('follows up to three redirects: %i', async (redirects, outcome) => {
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

test('a hostname lookup that gets no answer times out', async () => {
  await using internet = await startInternet(failOnRequest, {}, 50)
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

test('rejects a server whose certificate is for a different hostname', async () => {
  await using internet = await startInternet(failOnRequest, { 'other.example.org': [PUBLIC_ADDRESS] })
  const fetched = await fetchCalendar('https://other.example.org/mine.ics', internet.network)
  expect(fetched).toEqual({ ok: false, problem: 'not-reached' })
})

function failOnRequest(): never {
  throw new Error('Unexpected request to this server')
}

test.each([
  ['loopback', '127.0.0.1'],
  ['the end of the loopback range', '127.255.255.254'],
  ['unspecified', '0.0.0.0'],
  ['“this network”', '0.1.2.3'],
  ['private, 10.0.0.0/8', '10.1.2.3'],
  ['private, 172.16.0.0/12', '172.16.0.1'],
  ['the end of 172.16.0.0/12', '172.31.255.255'],
  ['private, 192.168.0.0/16', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['the end of carrier-grade NAT', '100.127.255.255'],
  ['AWS, Google and Azure metadata', '169.254.169.254'],
  ['the Azure platform', '168.63.129.16'],
  ['Alibaba metadata', '100.100.100.200'],
  ['Oracle metadata', '192.0.0.192'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['an IPv4-mapped public address', '::ffff:93.184.215.14'],
  ['private through NAT64', '64:ff9b::a00:1'],
  ['private through 6to4', '2002:a00:1::'],
  ['private through Teredo', '2001:0:a00:1::'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:2800::1%eth0'],
  ['unique local', 'fd00::1'],
  ['AWS metadata over IPv6', 'fd00:ec2::254'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['a hostname', 'localhost'],
])('an address is not public if it is %s (%s)', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.255.255', '172.32.0.1', '2606:2800:220:1::1'])(
  'the address %s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
