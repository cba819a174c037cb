import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askForProof } from '#platform/web/proof-question.ts'
import { visit } from '#tests/support/web/visit.tsx'

const toasts = vi.hoisted(() => ({ error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))
vi.mock('#features/accounts/reauthentication/web/reauthentication-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('if the question cannot be loaded, the page and the typed text stay unchanged', async () => {
  visit('/', { '/': () => <textarea aria-label="Words" defaultValue="typed" /> })
  const answers: boolean[] = []
  act(() => void askForProof('reauthentication-needed').then((isProved) => answers.push(isProved)))
  await waitFor(() => expect(answers).toEqual([false]))
  expect(toasts.error).toHaveBeenCalledWith(expect.stringContaining('Check your connection'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Words').value).toBe('typed')
})
