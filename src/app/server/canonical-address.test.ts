import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { canonicalAddress } from './canonical-address.ts'

const site = 'http://localhost:5001'
const of = (url: string, host = 'localhost:5001', publicUrl = site) =>
  canonicalAddress({ url, headers: { host } } as FastifyRequest, publicUrl)

test.each(['/', '/about', '/services/my-future?package=x', '/checkout?a=/', '/?a=//b/'])(
  '%s is an address as it is',
  (url) => {
    expect(of(url)).toBeUndefined()
  },
)

test.each([
  ['/about/', '/about'],
  ['/about///', '/about'],
  ['/about/?a=1', '/about?a=1'],
  ['//', '/'],
  ['///?a=1', '/?a=1'],
  ['//evil.example', '/evil.example'],
  ['//evil.example/', '/evil.example'],
  ['/\\evil.example/', '/evil.example'],
  ['/\\/\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
])('%s is %s', (url, address) => {
  expect(of(url)).toBe(address)
})

test('another name of this machine is the site itself; any other name is left alone', () => {
  expect(of('/about', '127.0.0.1:5001')).toBe('http://localhost:5001/about')
  expect(of('//evil.example', '[::1]:5001')).toBe('http://localhost:5001/evil.example')
  expect(of('/about', '127.0.0.1:5002')).toBeUndefined()
  expect(of('/about', 'evil.example')).toBeUndefined()
  expect(of('/about', '127.0.0.1', 'https://futureworld.example')).toBeUndefined()
})

test('wherever somebody is sent, it is this site', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.example', '%2f', '%5c', 'a'))
  fc.assert(
    fc.property(pieces, (parts) => {
      const address = of(`/${parts.join('')}`)
      if (address !== undefined) expect(new URL(address, `${site}/somewhere`).origin).toBe(site)
    }),
  )
})

// Whatever looks again at every slash takes several times as long as it may, and counting a thousandth of it.
test('a long row of slashes costs no more than any long address', { timeout: 3_000 }, () => {
  of(`/a${'/'.repeat(100_000)}a`)
  of(`/${'/'.repeat(100_000)}a${'/'.repeat(100_000)}`)
})
