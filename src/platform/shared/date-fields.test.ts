import { expect, test } from 'vitest'
import { calendarDay } from './date-fields.ts'

test.each(['1900-01-01', '2024-02-29', '8999-12-31'])('%s is a valid day', (day) => {
  expect(calendarDay().parse(day)).toBe(day)
})

test.each([
  ['2026-02-29', 'Please choose a day'],
  ['1.11.2026', 'Please choose a day'],
  ['0000-01-01', 'Please choose another day'],
  ['1899-12-31', 'Please choose another day'],
  ['9999-12-31', 'Please choose another day'],
])('%s is refused', (day, message) => {
  expect(
    calendarDay()
      .safeParse(day)
      .error?.issues.map((issue) => issue.message),
  ).toEqual([message])
})
