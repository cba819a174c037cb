import { expect, test } from 'vitest'
import { spamReasonOf } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const opened = (secondsAgo: number) => ({ state: 'opened', at: new Date(now.getTime() - secondsAgo * 1_000) }) as const

test('a message that took three seconds is a message, one that took less is spam', () => {
  expect(spamReasonOf({ trap: '', origin: opened(3), now })).toBeNull()
  expect(spamReasonOf({ trap: '', origin: opened(2.999), now })).toBe('too-fast')
})

test('a form from the future was opened by a clock that was put back, and does not pass', () => {
  expect(spamReasonOf({ trap: '', origin: opened(-60), now })).toBe('too-fast')
})

test('what fills in the field that people do not see is spam', () => {
  expect(spamReasonOf({ trap: 'Cheap watches', origin: opened(60), now })).toBe('trap-filled')
  expect(spamReasonOf({ trap: ' ', origin: opened(60), now })).toBeNull()
})

test('a form that we did not hand out is spam; no form at all is a program that speaks to the API', () => {
  expect(spamReasonOf({ trap: undefined, origin: { state: 'forged' }, now })).toBe('form-forged')
  expect(spamReasonOf({ trap: undefined, origin: { state: 'none' }, now })).toBeNull()
})
