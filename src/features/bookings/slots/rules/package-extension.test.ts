import { expect, test } from 'vitest'
import { earnsExtension } from './package-extension.ts'

const full = { isFreeUntilEnd: false, isWorkUntilEnd: true, wasFreeBefore: true }

test('a package is extended if consultants work before its end but have no free slot', () => {
  expect(earnsExtension(full)).toBe(true)
})

test('a package with a free slot before its end is not extended', () => {
  expect(earnsExtension({ ...full, isFreeUntilEnd: true })).toBe(false)
})

test('after its last working hours, a package that had free slots is not extended', () => {
  expect(earnsExtension({ ...full, isWorkUntilEnd: false })).toBe(false)
})

test('after its last working hours, a package that never had a free slot is extended', () => {
  expect(earnsExtension({ ...full, isWorkUntilEnd: false, wasFreeBefore: false })).toBe(true)
})
