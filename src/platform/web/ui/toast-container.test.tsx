import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from './toast-container.tsx'

const shownOptions = vi.hoisted(() => vi.fn())
vi.mock('react-toastify/unstyled', () => ({
  ToastContainer: (options: object) => {
    shownOptions(options)
    return null
  },
}))

afterEach(cleanup)

test.each([
  ['/login', 5_000],
  ['/portal/profile', 5_000],
  ['/checkout', 4_000],
  ['/checkout/stripe', 4_000],
  ['/confirmation', 4_000],
])('a toast at %s closes after %i milliseconds', (address, autoClose) => {
  window.history.replaceState(null, '', address)
  render(<Toaster />)
  expect(shownOptions).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose }))
})
