import { expect, test } from 'vitest'
import { findSpamReason } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const opened = (secondsAgo: number) => ({ state: 'opened', at: new Date(now.getTime() - secondsAgo * 1_000) }) as const

test('a form submitted in less than three seconds is spam', () => {
  expect(findSpamReason({ honeypot: '', origin: opened(3), now })).toBeNull()
  expect(findSpamReason({ honeypot: '', origin: opened(2.999), now })).toBe('too-fast')
})

test('a form with an opening time in the future is spam', () => {
  expect(findSpamReason({ honeypot: '', origin: opened(-60), now })).toBe('too-fast')
})

test('a form with the honeypot filled in is spam', () => {
  expect(findSpamReason({ honeypot: 'Cheap watches', origin: opened(60), now })).toBe('trap-filled')
  expect(findSpamReason({ honeypot: ' ', origin: opened(60), now })).toBeNull()
})

test('a form with a forged token is spam, but one without a token is not, because it is from an API client', () => {
  expect(findSpamReason({ honeypot: undefined, origin: { state: 'forged' }, now })).toBe('form-forged')
  expect(findSpamReason({ honeypot: undefined, origin: { state: 'none' }, now })).toBeNull()
})
