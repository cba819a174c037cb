import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePassword, wordsIn } from './password.ts'

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
])('"%s" is a common password however it is dressed', (password) => expect(judge(password)).toBe('password-common'))

test.each(['12345678', 'aaaaaaaa', 'abababab', 'xk4pxk4p', '11112222'])('"%s" has nothing to guess', (password) =>
  expect(judge(password)).toBe('password-common'),
)

test.each(['lovelace1815', 'Ada-King-1', 'FutureWorld2026!', 'world of future', 'analytical9', 'ada sunshine'])(
  '"%s" is known of the person or of us, and little more',
  (password) => expect(judge(password)).toBe('password-personal'),
)

test.each([
  'three green boats',
  'the future of adas boat',
  'canada rocks tonight',
  'xk4p-9wLq',
  'пароль из слов',
  'sunshine over monkeys',
])('"%s" is good', (password) => expect(judge(password)).toBe('good'))

test('staff need fifteen characters', () => {
  expect([judge('three big boat', 'consultant'), judge('three big boats', 'consultant')]).toEqual([
    'password-too-short',
    'good',
  ])
  expect(judge('three big boat', 'administrator')).toBe('password-too-short')
})

test('names and addresses are known by their words', () => {
  expect(wordsIn('Mary-Jane', "O'Neil", 'mj.oneil@example.org')).toEqual([
    'mary',
    'jane',
    'neil',
    'oneil',
    'example',
    'org',
  ])
})

test('whatever is typed gets a judgement, and knowing more words never makes a password better', () => {
  const typed = [fc.string({ unit: 'binary', maxLength: 256 }), fc.array(fc.string({ minLength: 1 }))] as const
  fc.assert(
    fc.property(...typed, (password, words) => {
      const judgeWith = (known: string[]) => judgePassword({ password, role: 'member', knownWords: known, isCommon })
      const without = judgeWith([])
      if (without !== 'good') expect(judgeWith(words)).toBe(without)
    }),
  )
})
