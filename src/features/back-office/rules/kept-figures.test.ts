import { expect, test } from 'vitest'
import { areShownAsKept, FEW_ROWS } from './kept-figures.ts'

const now = new Date('2026-12-01T10:35:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('figures of few rows are counted anew whenever somebody looks', () => {
  expect(areShownAsKept({ asOf: minutesAgo(1), rowCount: FEW_ROWS - 1 }, now)).toBe(false)
  expect(areShownAsKept({ asOf: minutesAgo(1), rowCount: FEW_ROWS }, now)).toBe(true)
})

test('figures are shown as kept for fifteen minutes at most, by a clock that may have been moved', () => {
  expect(areShownAsKept({ asOf: minutesAgo(15), rowCount: FEW_ROWS }, now)).toBe(true)
  expect(areShownAsKept({ asOf: new Date(minutesAgo(15).getTime() - 1), rowCount: FEW_ROWS }, now)).toBe(false)
  expect(areShownAsKept({ asOf: minutesAgo(-16), rowCount: FEW_ROWS }, now)).toBe(false)
})
