import { expect, test } from 'vitest'
import { earnsExtension } from './extension.ts'

const full = { isFreeUntilEnd: false, isWorkUntilEnd: true, wasFreeBefore: true }

test('a package is extended while somebody works before its end and all of that time is taken', () => {
  expect(earnsExtension(full)).toBe(true)
})

test('a package is not extended while a time before its end is free', () => {
  expect(earnsExtension({ ...full, isFreeUntilEnd: true })).toBe(false)
})

test('after its last working hour a package is not extended for whoever could have booked before', () => {
  expect(earnsExtension({ ...full, isWorkUntilEnd: false })).toBe(false)
})

test('after its last working hour a package is extended where no time of it was ever free', () => {
  expect(earnsExtension({ ...full, isWorkUntilEnd: false, wasFreeBefore: false })).toBe(true)
})
