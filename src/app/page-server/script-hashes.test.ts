import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashScripts } from './script-hashes.ts'

const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

test('scripts marked while rendering are listed by hash, and the mark is removed', () => {
  const page =
    '<p>Hello</p><script nonce="m1">first()</script><script nonce="m1" type="module" async="">second()</script>'

  expect(hashScripts(page, 'm1')).toEqual({
    html: '<p>Hello</p><script>first()</script><script type="module" async="">second()</script>',
    hashes: [hash('first()'), hash('second()')],
  })
})

test.each([
  ['without a mark', '<script>evil()</script>'],
  ['with a mark that is not ours', '<script nonce="m2">evil()</script>'],
  ['that names the mark in its text', '<script>evil(` nonce="m"`)</script>'],
  ['from another file', '<script src="/evil.js"></script>'],
  ['that is not closed, before one of ours', '<script>evil();/*'],
  ['that includes the next one in its attribute', '<script a="'],
  ['in capitals', '<SCRIPT>evil()</SCRIPT>'],
])('a planted script %s is not listed', (_, planted) => {
  const { hashes } = hashScripts(`<p>${planted}</p><script nonce="m1">ours()</script>`, 'm1')

  expect(hashes.filter((listedHash) => listedHash !== hash('ours()'))).toEqual([])
})

test('a marked external script needs no hash', () => {
  expect(hashScripts('<script nonce="m1" src="/ours.js"></script>', 'm1').hashes).toEqual([])
})
