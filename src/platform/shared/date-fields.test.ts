import { expect, test } from 'vitest'
import { calendarDay } from './date-fields.ts'

test.each(['1900-01-01', '2024-02-29', '8999-12-31'])('%s is a valid day', (day) => {
  expect(calendarDay().parse(day)).toBe(day)
})

test.each([
  ['2026-02-29', 'Choose a day'],
  ['1.11.2026', 'Choose a day'],
  ['0000-01-01', 'Choose another day'],
  ['1899-12-31', 'Choose another day'],
  ['9999-12-31', 'Choose another day'],
])('%s is refused', (day, message) => {
  expect(
    calendarDay()
      .safeParse(day)
      .error?.issues.map((issue) => issue.message),
  ).toEqual([message])
})
