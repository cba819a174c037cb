import { expect, test } from 'vitest'
import { isAccessRefused, isDatabaseAway } from './database-away.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })

test.each(['ECONNREFUSED', 'EAI_AGAIN', '08006', '53300', '57P01', '57014'])('%s passes by itself', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true)
})

test.each(['28P01', '28000', '3D000'])('%s is for the operator to put right', (code) => {
  expect([isDatabaseAway(withCode(code)), isAccessRefused(withCode(code))]).toEqual([false, true])
})

test('a broken promise of the data is neither', () => {
  expect([isDatabaseAway(withCode('23505')), isAccessRefused(withCode('23505'))]).toEqual([false, false])
})
