import { expect, test } from 'vitest'
import { canUseCached, FEW_ROWS } from './rules.ts'

const now = new Date('2026-12-01T10:35:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('metrics over few rows are never served from the cache', () => {
  expect(canUseCached({ asOf: minutesAgo(1), rowCount: FEW_ROWS - 1 }, now)).toBe(false)
  expect(canUseCached({ asOf: minutesAgo(1), rowCount: FEW_ROWS }, now)).toBe(true)
})

test('cached metrics are used for at most fifteen minutes, even if the clock has moved', () => {
  expect(canUseCached({ asOf: minutesAgo(15), rowCount: FEW_ROWS }, now)).toBe(true)
  expect(canUseCached({ asOf: new Date(minutesAgo(15).getTime() - 1), rowCount: FEW_ROWS }, now)).toBe(false)
  expect(canUseCached({ asOf: minutesAgo(-16), rowCount: FEW_ROWS }, now)).toBe(false)
})
