import { expect, test } from 'vitest'
import { languageName, picturePath } from './rules.ts'

test.each([
  ['cy', 'Welsh'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['zh-Hant', 'Traditional Chinese'],
  ['xx', 'xx'],
])('the language %s is called %s', (code, name) => {
  expect(languageName(code)).toBe(name)
})

test('a new picture has a new address', () => {
  const [firstPath, secondPath] = [picturePath('7', 'a'.repeat(64)), picturePath('7', 'b'.repeat(64))]
  expect(firstPath).toBe(`/consultants/7/picture?v=${'a'.repeat(16)}`)
  expect(secondPath).not.toBe(firstPath)
})
