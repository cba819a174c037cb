import { afterEach, expect, vi } from 'vitest'

const consoleError = vi.spyOn(console, 'error')

// React reports misuse with console.error, so a test must fail if that is called.
afterEach(() => {
  const errors = consoleError.mock.calls.map((values) => values.map(String).join(' '))
  consoleError.mockClear()
  expect(errors).toEqual([])
})
