import { expect, test } from 'vitest'
import { nameOf, pageOf } from './recorded-object.ts'

const id = '0196b3a0-0000-7000-8000-0000000000aa'

test('what the log tells of leads to its page, where it has one', () => {
  expect(pageOf({ kind: 'member', id })).toBe(`/admin/members/${id}`)
  expect(pageOf({ kind: 'package', id: 'my-future-basic' })).toBe('/admin/catalogue/my-future-basic')
  expect(pageOf({ kind: 'settings', id: 'company' })).toBe('/admin/settings')
  expect(pageOf({ kind: 'member-list', id: 'csv' })).toBeNull()
})

test('a package that a member holds is no package of the catalogue', () => {
  expect(pageOf({ kind: 'package', id })).toBeNull()
})

test('a number that only a machine reads is no name', () => {
  expect(nameOf({ kind: 'member', id })).toBeNull()
  expect(nameOf({ kind: 'archive', id: '2026-01-01 to 2026-03-31' })).toBe('2026-01-01 to 2026-03-31')
})
