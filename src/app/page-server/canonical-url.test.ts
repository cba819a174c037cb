import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { canonicalUrl } from './serve-pages.ts'

const site = 'http://localhost:5001'
const toCanonical = (url: string, host = 'localhost:5001', publicUrl = site) =>
  canonicalUrl({ url, headers: { host } } as FastifyRequest, publicUrl)

test.each(['/', '/about', '/services/my-future?package=x', '/checkout?a=/', '/?a=//b/'])(
  '%s is already canonical',
  (url) => {
    expect(toCanonical(url)).toBeUndefined()
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
])('%s redirects to %s', (url, canonical) => {
  expect(toCanonical(url)).toBe(canonical)
})

test('a local alias redirects to the site, and any other host is left alone', () => {
  expect(toCanonical('/about', '127.0.0.1:5001')).toBe('http://localhost:5001/about')
  expect(toCanonical('//evil.example', '[::1]:5001')).toBe('http://localhost:5001/evil.example')
  expect(toCanonical('/about', '127.0.0.1:5002')).toBeUndefined()
  expect(toCanonical('/about', 'evil.example')).toBeUndefined()
  expect(toCanonical('/about', '127.0.0.1', 'https://futureworld.example')).toBeUndefined()
})

test('every redirect stays on this site', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.example', '%2f', '%5c', 'a'))
  fc.assert(
    fc.property(pieces, (parts) => {
      const canonical = toCanonical(`/${parts.join('')}`)
      if (canonical !== undefined) expect(new URL(canonical, `${site}/somewhere`).origin).toBe(site)
    }),
  )
})

// A quadratic algorithm would exceed the test timeout.
test('a long run of slashes is processed in linear time', () => {
  toCanonical(`/a${'/'.repeat(3_000_000)}a`)
  toCanonical(`/${'/'.repeat(3_000_000)}a${'/'.repeat(3_000_000)}`)
})
