import { expect, test, vi } from 'vitest'
import { notify } from './toasts.tsx'

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), dismiss: vi.fn() }))
vi.mock('react-toastify/unstyled', () => ({ toast, ToastContainer: () => null }))

test('the next success dismisses earlier errors, but only once', async () => {
  notify.error('Email or password is wrong.')
  notify.error('Try later.')
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalledTimes(2))
  expect(toast.dismiss).not.toHaveBeenCalled()

  notify.success('Logged in successfully')
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledTimes(1))
  expect(toast.dismiss.mock.calls).toEqual([['Email or password is wrong.'], ['Try later.']])

  notify.dismissErrors()
  notify.success('Saved')
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledTimes(2))
  expect(toast.dismiss).toHaveBeenCalledTimes(2)
})

test('dismissing errors without a success toast works too', async () => {
  toast.dismiss.mockClear()
  notify.error('The file could not be fetched.')
  await vi.waitFor(() =>
    expect(toast.error).toHaveBeenLastCalledWith('The file could not be fetched.', expect.anything()),
  )
  notify.dismissErrors()
  await vi.waitFor(() => expect(toast.dismiss.mock.calls).toEqual([['The file could not be fetched.']]))
})
