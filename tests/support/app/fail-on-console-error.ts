import { afterEach, expect, vi } from 'vitest'

const consoleError = vi.spyOn(console, 'error')

// React reports its misuse with console.error, so such a test must fail.
afterEach(() => {
  const errors = consoleError.mock.calls.map((values) => values.map(String).join(' '))
  consoleError.mockClear()
  expect(errors).toEqual([])
})
