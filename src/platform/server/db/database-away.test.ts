import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const withCode = (code: string, message = 'something') => Object.assign(new Error(message), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '08006', '53300', '53100', '57P01', '57P03', '25006'])(
  'the code %s means: wait and try again',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true)
  },
)

test.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly', 'Query read timeout'])(
  '"%s" means the same',
  (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true)
  },
)

test.each(['23505', '42P01', '22P02', '40001', '57014', 'ERR_ASSERTION'])('the code %s is no such excuse', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false)
})

test.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new TypeError('x')])(
  '%j is none either',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false)
  },
)
