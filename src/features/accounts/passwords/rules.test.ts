import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePassword, passwordStrength, wordsIn } from './rules.ts'

const common = new Set(['password', 'sunshine', 'monkey', '12345678', 'qwertyui'])
const isCommon = (password: string) => common.has(password)
const knownWords = ['futureworld', 'future', 'world', ...wordsIn('Ada', "O'Lovelace-King", 'ada.king@analytical.org')]
const judge = (password: string, role: 'member' | 'consultant' | 'administrator' = 'member') =>
  judgePassword({ password, role, knownWords, isCommon })

test.each([
  'password',
  'PassWord',
  'Password1!',
  '123password',
  'p@ssw0rd',
  'P4$$w0rd99',
  'sunshine2026',
  'monkey1999',
])('rejects "%s" as a variation of a common password', (password) => expect(judge(password)).toBe('password-common'))

test.each(['12345678', 'aaaaaaaa', 'abababab', 'xk4pxk4p', '11112222'])(
  'rejects "%s" as too repetitive or sequential',
  (password) => expect(judge(password)).toBe('password-common'),
)

test.each(['lovelace1815', 'Ada-King-1', 'FutureWorld2026!', 'world of future', 'analytical9', 'ada sunshine'])(
  'rejects "%s" as made of personal or company words',
  (password) => expect(judge(password)).toBe('password-personal'),
)

test.each([
  'three green boats',
  'the future of adas boat',
  'canada rocks tonight',
  'xk4p-9wLq',
  'пароль из слов',
  'sunshine over monkeys',
])('accepts "%s"', (password) => expect(judge(password)).toBe('good'))

test('staff passwords need 15 characters', () => {
  expect([judge('three big boat', 'consultant'), judge('three big boats', 'consultant')]).toEqual([
    'password-too-short',
    'good',
  ])
  expect(judge('three big boat', 'administrator')).toBe('password-too-short')
})

test('names and addresses are split into words', () => {
  expect(wordsIn('Mary-Jane', "O'Neil", 'mj.oneil@example.org')).toEqual([
    'mary',
    'jane',
    'neil',
    'oneil',
    'example',
    'org',
  ])
})

test('any input is judged, and more known words never improve the result', () => {
  const typed = [fc.string({ unit: 'binary', maxLength: 256 }), fc.array(fc.string({ minLength: 1 }))] as const
  fc.assert(
    fc.property(...typed, (password, extraWords) => {
      const judgeWith = (wordList: string[]) =>
        judgePassword({ password, role: 'member', knownWords: wordList, isCommon })
      const without = judgeWith([])
      if (without !== 'good') expect(judgeWith(extraWords)).toBe(without)
    }),
  )
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
