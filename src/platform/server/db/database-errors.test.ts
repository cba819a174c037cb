import { expect, test } from 'vitest'
import { isConnectionDenied, isDatabaseUnavailable, isPermissionDenied } from './database-errors.ts'

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
])('the code %s means the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true)
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])('the message "%s" means the database is unavailable', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each(['23505', '42P01', '22P02', '40001', 'ERR_ASSERTION'])(
  'the code %s does not mean the database is unavailable',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
  },
)

test.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new TypeError('x')])(
  '%j does not mean the database is unavailable',
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  },
)

test.each(['28P01', '28000', '3D000'])('the code %s means the connection is denied', (code) => {
  expect([isDatabaseUnavailable(withCode(code)), isConnectionDenied(withCode(code))]).toEqual([false, true])
})

test('if a pooler rejects startup parameters, the connection counts as denied', () => {
  expect(isConnectionDenied(withCode('08P01'))).toBe(true)
})

test('a missing privilege means neither that the database is unavailable nor that the connection is denied', () => {
  expect(isPermissionDenied(withCode('42501'))).toBe(true)
  expect([isDatabaseUnavailable(withCode('42501')), isConnectionDenied(withCode('42501'))]).toEqual([false, false])
  expect(isPermissionDenied(withCode('23505'))).toBe(false)
})

test('a constraint violation means neither that the database is unavailable nor that the connection is denied', () => {
  expect([isDatabaseUnavailable(withCode('23505')), isConnectionDenied(withCode('23505'))]).toEqual([false, false])
})
