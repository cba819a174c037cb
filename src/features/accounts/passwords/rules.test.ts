import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePassword, passwordStrength, wordsIn } from './rules.ts'

const common = new Set(['password', 'sunshine', 'monkey', '12345678', 'qwertyui'])
const isCommon = (password: string) => common.has(password)
const knownWords = ['futureworld', 'future', 'world', ...wordsIn('Ada', "O'Lovelace-King", 'ada.king@analytical.org')]
const judge = (password: string, role: 'member' | 'consultant' | 'administrator' = 'member') =>
  judgePassword({ password, role, knownWords, isCommon })

test.each([
  [
    'password-common',
    'a variation of a common password',
    ['password', 'PassWord', 'Password1!', '123password', 'p@ssw0rd', 'P4$$w0rd99', 'sunshine2026', 'monkey1999'],
  ],
  ['password-common', 'too repetitive or sequential', ['12345678', 'aaaaaaaa', 'abababab', 'xk4pxk4p', '11112222']],
  [
    'password-personal',
    'made of personal or company words',
    ['lovelace1815', 'Ada-King-1', 'FutureWorld2026!', 'world of future', 'analytical9', 'ada sunshine'],
  ],
  [
    'good',
    'a phrase',
    ['three green boats', 'the future of adas boat', 'canada rocks tonight', 'sunshine over monkeys'],
  ],
  ['good', 'random or in another script', ['xk4p-9wLq', 'пароль из слов']],
])('returns %s for a password that is %s', (judgement, _, passwords) => {
  for (const password of passwords) expect([password, judge(password)]).toEqual([password, judgement])
})

test('staff passwords need 15 characters', () => {
  expect([judge('three big boat', 'consultant'), judge('three big boats', 'consultant')]).toEqual([
    'password-too-short',
    'good',
  ])
  expect(judge('three big boat', 'administrator')).toBe('password-too-short')
})

test('wordsIn splits names and email addresses into words', () => {
  expect(wordsIn('Mary-Jane', "O'Neil", 'mj.oneil@example.org')).toEqual([
    'mary',
    'jane',
    'neil',
    'oneil',
    'example',
    'org',
  ])
})

test('every password is judged, and extra known words never change a rejection', () => {
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
