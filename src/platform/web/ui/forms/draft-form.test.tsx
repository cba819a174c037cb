import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Attempt } from '../../attempt.ts'
import { DraftForm } from './draft-form.tsx'

afterEach(cleanup)

test('Ctrl+Enter sends, and Enter starts a new line', async () => {
  const { user, send } = open()
  await user.type(field(), 'One{Enter}two')
  expect(send).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent(send)).toMatchObject([{ text: 'One\ntwo' }])
})

test('a double submission sends one message', async () => {
  const { user, send } = open()
  await user.type(field(), 'Once')
  fireEvent.submit(field().form as HTMLFormElement)
  fireEvent.submit(field().form as HTMLFormElement)
  expect(send).toHaveBeenCalledTimes(1)
})

test('if sending fails, the reason is shown, the text is kept, and a retry sends the same id', async () => {
  const { user, send, submit } = open(failed)
  await user.type(field(), 'Do you hear me?')
  await submit()
  expect(screen.getByRole('alert').textContent).toBe('Please wait. Your text is still here.')
  expect(field().value).toBe('Do you hear me?')
  await submit()
  const [first, second] = sent(send)
  expect(second).toEqual(first)
  expect(field().value).toBe('')
})

test('text is sent under a new id if it has changed or was already sent', async () => {
  const { user, send, submit } = open(failed)
  for (const text of ['First', ' and more', 'First and more']) {
    await user.type(field(), text)
    await submit()
  }
  expect(sent(send).map(({ text }) => text)).toEqual(['First', 'First and more', 'First and more'])
  expect(new Set(sent(send).map(({ id }) => id)).size).toBe(3)
})

test('empty text is not sent, and the focus returns to the field', async () => {
  const { send, submit } = open()
  await submit()
  expect(screen.getByText('Write something first')).toBeTruthy()
  expect(document.activeElement).toBe(field())
  expect(send).not.toHaveBeenCalled()
})

const failed: Attempt<null> = { state: 'failed', message: 'Please wait.' }

/** @param firstResult the outcome of the first attempt; later attempts succeed */
function open(firstResult?: Attempt<null>) {
  sessionStorage.clear()
  const send = vi.fn(
    async (_: { id: string; text: string }): Promise<Attempt<null>> => ({
      state: 'done',
      value: null,
      message: 'Sent.',
    }),
  )
  if (firstResult) send.mockResolvedValueOnce(firstResult)
  render(<DraftForm label="Text" hint={() => ''} button="Send" draftKey="draft" send={send} onSent={() => {}} />)
  const user = userEvent.setup()
  return { user, send, submit: () => user.click(screen.getByRole('button', { name: 'Send' })) }
}

function field() {
  return screen.getByLabelText<HTMLTextAreaElement>('Text')
}

function sent(send: ReturnType<typeof open>['send']) {
  return send.mock.calls.map(([message]) => message)
}
