import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sitePath } from './site-path.ts'

test.each([
  '/portal/dashboard',
  '/services/my-future#my-future-basic',
  '/checkout/stripe?package=my-future-basic',
  '/apical',
  '/',
])('%s is a place to go on to', (path) => {
  expect(sitePath(path)).toBe(path)
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
])('%j is not', (value) => {
  expect(sitePath(value)).toBeNull()
})

test('nothing remembered is nowhere to go', () => {
  expect(sitePath(null)).toBeNull()
  expect(sitePath(undefined)).toBeNull()
})

test('whatever is accepted stays on this site', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.example', '\t', '%2f', 'a'))
  fc.assert(
    fc.property(pieces, (parts) => {
      const path = sitePath(`/${parts.join('')}`)
      if (path !== null) expect(new URL(path, 'https://here.example/login').origin).toBe('https://here.example')
    }),
  )
})
