import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Attempt } from './attempt.ts'
import { useEndpointForm } from './use-endpoint-form.ts'

afterEach(cleanup)

const Invitation = z.object({ name: z.string().min(1, 'Please enter a name'), email: z.email('Please enter an email') })

type Outcome = Attempt<string> | { state: 'replaced' }
type InvitationFormProps = {
  send: (invitation: z.infer<typeof Invitation>) => Promise<Outcome>
  onDone?: (value: string, message: string) => void
  onFailed?: (message: string, isShown: boolean) => void
}

function InvitationForm({ send, onDone = () => undefined, onFailed }: InvitationFormProps) {
  const { field, problem, submit } = useEndpointForm(Invitation, {
    fields: ['name', 'email'],
    refusals: { 'email-taken': 'email' },
    send,
    onDone,
    onFailed: ({ message }, isShown) => onFailed?.(message, isShown),
  })
  return (
    <form onSubmit={submit}>
      {(['name', 'email'] as const).map((name) => {
        const { error, ...input } = field(name)
        return (
          <label key={name}>
            {name} <input {...input} /> <span role="note">{error}</span>
          </label>
        )
      })}
      <p role="alert">{problem}</p>
      <button type="submit">Invite</button>
    </form>
  )
}

test('validation errors are shown beside their fields before anything is sent', async () => {
  const send = vi.fn()
  render(<InvitationForm send={send} />)
  await userEvent.click(screen.getByRole('button'))
  expect(notes()).toEqual(['Please enter a name', 'Please enter an email'])
  expect(send).not.toHaveBeenCalled()
})

test('valid input is sent, and the follow-up receives the response', async () => {
  const send = vi.fn(async () => ({ state: 'done', value: 'invited', message: 'They have an email' }) as const)
  const onDone = vi.fn()
  render(<InvitationForm send={send} onDone={onDone} />)
  await invite()
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', email: 'ada@example.com' })
  expect(onDone).toHaveBeenCalledExactlyOnceWith('invited', 'They have an email')
})

test.each<[string, Partial<Attempt<string>>, string[], string, boolean]>([
  ['a refusal about a field is shown beside it', { reason: 'email-taken' }, ['', 'No'], '', true],
  [
    'field errors from the server are shown beside their fields',
    { errors: { name: 'Too long' } },
    ['Too long', ''],
    '',
    true,
  ],
  ['an error that belongs to no field is shown above the form', { errors: { id: 'Odd' } }, ['', ''], 'No', false],
  ['any other refusal is shown above the form', { reason: 'too-many' }, ['', ''], 'No', false],
])('%s, and the input is kept', async (_, failure, fieldMessages, formMessage, isShown) => {
  const onFailed = vi.fn()
  render(
    <InvitationForm
      send={async () => ({ state: 'failed', message: 'No', ...failure }) as Outcome}
      onFailed={onFailed}
    />,
  )
  await invite()
  expect(notes()).toEqual(fieldMessages)
  expect(screen.getByRole('alert').textContent).toBe(formMessage)
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('No', isShown)
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['Ada', 'ada@example.com'])
})

test('the next attempt clears the problem, and an attempt that is replaced shows no problem', async () => {
  const outcomes: Outcome[] = [{ state: 'failed', message: 'The server is away' }, { state: 'replaced' }]
  render(<InvitationForm send={async () => outcomes.shift() as Outcome} />)
  await invite()
  expect(screen.getByRole('alert').textContent).toBe('The server is away')
  await userEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('alert').textContent).toBe('')
})

async function invite() {
  await userEvent.type(screen.getByLabelText(/^name/), 'Ada')
  await userEvent.type(screen.getByLabelText(/^email/), 'ada@example.com')
  await userEvent.click(screen.getByRole('button'))
}

function notes() {
  return screen.getAllByRole('note').map(({ textContent }) => textContent)
}
