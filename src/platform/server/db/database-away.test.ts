import { expect, test } from 'vitest'
import { isAccessRefused, isDatabaseAway, isNotAllowed } from './database-away.ts'

const withCode = (code: string, message = 'something') => Object.assign(new Error(message), { code })

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  '08006',
  '53300',
  '53100',
  '57P01',
  '57P03',
  '57014',
  '40P01',
  '25006',
  'EAI_AGAIN',
])('the code %s means: wait and try again', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true)
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])('"%s" means the same', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true)
})

test.each(['23505', '42P01', '22P02', '40001', 'ERR_ASSERTION'])('the code %s is no such excuse', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false)
})

test.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new TypeError('x')])(
  '%j is none either',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false)
  },
)

test.each(['28P01', '28000', '3D000'])('%s is for the operator to put right', (code) => {
  expect([isDatabaseAway(withCode(code)), isAccessRefused(withCode(code))]).toEqual([false, true])
})

test('a pooler that takes no settings at the start is for the operator too', () => {
  expect(isAccessRefused(withCode('08P01'))).toBe(true)
})

test('a user who may not do what is asked is another matter, for the operator too', () => {
  expect(isNotAllowed(withCode('42501'))).toBe(true)
  expect([isDatabaseAway(withCode('42501')), isAccessRefused(withCode('42501'))]).toEqual([false, false])
  expect(isNotAllowed(withCode('23505'))).toBe(false)
})

test('a broken promise of the data is neither', () => {
  expect([isDatabaseAway(withCode('23505')), isAccessRefused(withCode('23505'))]).toEqual([false, false])
})
