import { expect, test } from 'vitest'
import { objectName, objectPath } from './rules.ts'

const id = '0196b3a0-0000-7000-8000-0000000000aa'

test('an audited object links to its page if it has one', () => {
  expect(objectPath({ kind: 'member', id })).toBe(`/admin/members/${id}`)
  expect(objectPath({ kind: 'package', id: 'my-future-basic' })).toBe('/admin/catalogue/my-future-basic')
  expect(objectPath({ kind: 'settings', id: 'company' })).toBe('/admin/settings')
  expect(objectPath({ kind: 'member-list', id: 'csv' })).toBeNull()
})

test("a member's package does not link to the catalogue", () => {
  expect(objectPath({ kind: 'package', id })).toBeNull()
  expect(objectPath({ kind: 'package', id, memberId: 'ada' })).toBe('/admin/members/ada')
})

test('a UUID is not shown as a name', () => {
  expect(objectName({ kind: 'member', id })).toBeNull()
  expect(objectName({ kind: 'member', id, name: 'Ada Okafor' })).toBe('Ada Okafor')
  expect(objectName({ kind: 'archive', id: '2026-01-01 to 2026-03-31' })).toBe('2026-01-01 to 2026-03-31')
})
