import { expect, test } from 'vitest'
import { earnsExtension } from './package-extension.ts'

const fullPackage = { isFreeUntilEnd: false, isWorkUntilEnd: true, wasFreeBefore: true }

test('a package is extended if consultants work before its end but have no free slot', () => {
  expect(earnsExtension(fullPackage)).toBe(true)
})

test('a package with a free slot before its end is not extended', () => {
  expect(earnsExtension({ ...fullPackage, isFreeUntilEnd: true })).toBe(false)
})

test('after its last working hours, a package that had free slots is not extended', () => {
  expect(earnsExtension({ ...fullPackage, isWorkUntilEnd: false })).toBe(false)
})

test('after its last working hours, a package that never had a free slot is extended', () => {
  expect(earnsExtension({ ...fullPackage, isWorkUntilEnd: false, wasFreeBefore: false })).toBe(true)
})
