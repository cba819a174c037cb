import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectPath } from './redirect-path.ts'

test.each([
  '/portal/dashboard',
  '/services/my-future#my-future-basic',
  '/checkout/stripe?package=my-future-basic',
  '/apical',
  '/',
])('%s is a valid redirect', (path) => {
  expect(redirectPath(path)).toBe(path)
})

test.each([
  '',
  'portal',
  'https://evil.example/',
  'http:evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /portal',
  '/.//evil.example',
  '/a/..//evil.example',
  '/api',
  '/api/auth/me',
  '/portal/../api/auth/me?x#y',
  '/portal\u0000',
  '/portal\u007f',
  `/${'a'.repeat(1_001)}`,
])('%j is not a valid redirect', (value) => {
  expect(redirectPath(value)).toBeNull()
})

test('a missing path is not a redirect', () => {
  expect(redirectPath(null)).toBeNull()
  expect(redirectPath(undefined)).toBeNull()
})

test('every accepted redirect stays on this site', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.example', '\t', '%2f', 'a'))
  fc.assert(
    fc.property(pieces, (parts) => {
      const path = redirectPath(`/${parts.join('')}`)
      if (path !== null) expect(new URL(path, 'https://here.example/login').origin).toBe('https://here.example')
    }),
  )
})
