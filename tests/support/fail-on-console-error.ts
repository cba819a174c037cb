import { afterEach, expect, vi } from 'vitest'

const complaint = vi.spyOn(console, 'error')

// React reports its own misuse there: a test that makes it complain is not green.
afterEach(() => {
  const complaints = complaint.mock.calls.map((values) => values.map(String).join(' '))
  complaint.mockClear()
  expect(complaints).toEqual([])
})
