import { expect, test } from 'vitest'
import { formatAgo } from './format-dates.ts'

test.each([
  [-5, 'just now'],
  [0, 'just now'],
  [119, 'just now'],
  [120, '2 minutes ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, 'yesterday'],
  [2 * 86_400, '2 days ago'],
  [7 * 86_400 - 1, '6 days ago'],
  [7 * 86_400, 'on 14 November 2026'],
])('an event %i seconds ago is described as "%s"', (seconds, description) => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(formatAgo(new Date(now.getTime() - seconds * 1_000).toISOString(), now)).toBe(description)
})
