import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mobileAsTyped, passwordStrength } from './rules.ts'

test('a mobile number keeps nothing but a leading plus and digits, 16 characters at most', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(mobileAsTyped(typed)).toMatch(/^\+?[0-9]{0,16}$/)
      expect(mobileAsTyped(typed).length).toBeLessThanOrEqual(16)
    }),
  )
})

test('a right mobile number stays as it is', () => {
  expect(mobileAsTyped('+447700900123')).toBe('+447700900123')
})

test.each([
  ['', 'too-short'],
  ['7 chars', 'too-short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Password1', 'fair'],
  ['three green boats', 'strong'],
  ['x9$Kd!2mQz', 'strong'],
])('the password "%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
