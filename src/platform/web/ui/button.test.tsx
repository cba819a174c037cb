import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

test('a busy button shows its label, keeps its focus and does not submit again', async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const { rerender } = render(form(onSubmit, false))
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))

  rerender(form(onSubmit, true))
  const button = screen.getByRole('button', { name: 'Logging in...' })
  await userEvent.click(button)

  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

function form(onSubmit: React.FormEventHandler, busy: boolean) {
  return (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy} busyLabel="Logging in...">
        Log in
      </Button>
    </form>
  )
}
