import { afterEach, expect, vi } from 'vitest'

const complaint = vi.spyOn(console, 'error')

// React reports its misuse with console.error, so such a test must fail.
afterEach(() => {
  const complaints = complaint.mock.calls.map((values) => values.map(String).join(' '))
  complaint.mockClear()
  expect(complaints).toEqual([])
})
