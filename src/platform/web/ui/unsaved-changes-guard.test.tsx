import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { attempt } from '../attempt.ts'
import { useProofQuestion } from '../proof-question.ts'
import { hasUnsaved, leaveSafely } from '../unsaved.ts'
import { Form } from './forms/form.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'

allowDialogs()
afterEach(() => vi.restoreAllMocks())

const saveName = endpoint('PUT /api/name', {
  summary: 'Saves a name',
  access: 'public',
  body: z.object({ name: z.string() }),
  response: z.null(),
  refusals: {
    taken: { status: 409, message: 'Taken' },
    'reauthentication-needed': { status: 409, message: 'Please confirm that it is you' },
  },
})
const otherEndpoint = endpoint('POST /api/other', {
  summary: 'Something else',
  access: 'public',
  response: z.null(),
})

/** Confirms the user's identity whenever asked. */
function Prover() {
  const question = useProofQuestion()
  useEffect(() => question?.answer(true), [question])
  return null
}

type PageProps = {
  /** The form navigates on its own once it is saved. */
  leaves?: boolean
  /** The form fails its own validation before sending. */
  isInvalid?: boolean
}

function Page({ leaves = false, isInvalid = false }: PageProps) {
  const [name, setName] = useState('Ada')
  const [isOn, setOn] = useState(false)
  const [lines, setLines] = useState(1)
  const [isMarked, setMarked] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <UnsavedChangesGuard />
      <Prover />
      <Form
        onSubmit={async (event) => {
          event.preventDefault()
          if (isInvalid) return setMarked(true)
          const result = await attempt(saveName, { body: { name } })
          if (result.state === 'done' && leaves) await navigate('/next')
        }}
      >
        <input
          aria-label="Name"
          aria-invalid={isMarked}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <input aria-label="On" type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
        <input aria-label="File" type="file" />
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they only grow
          <input key={line} aria-label={`Line ${line}`} />
        ))}
        <button type="button" onClick={() => setLines(lines + 1)}>
          Add a line
        </button>
        <button type="submit">Save</button>
      </Form>
      <button type="button" onClick={() => void attempt(otherEndpoint)}>
        Something else
      </button>
      <Link to="/next">Next</Link>
      <Link to="/form?shown=more">More</Link>
    </>
  )
}

const LeavingPage = () => <Page leaves />
const CheckingPage = () => <Page isInvalid />

const open = (page = Page) => visit('/form', { '/form': page })
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })
const findButton = (name: string) => within(question() as HTMLElement).getByRole('button', { name })

/** Closes the tab as the browser would. @returns true if no question would be shown */
function canCloseTab(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('an unchanged form can be left without a question, even after focusing each field', async () => {
  const { user, address } = open()
  for (let field = 0; field < 6; field += 1) await user.tab()
  expect([hasUnsaved(), canCloseTab()]).toEqual([false, true])
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect([address(), question()]).toEqual(['/next', null])
})

test.each<[string, (user: ReturnType<typeof open>['user']) => Promise<void>]>([
  ['typed', (user) => user.type(screen.getByLabelText('Name'), '!')],
  ['ticked', (user) => user.click(screen.getByLabelText('On'))],
  ['added', (user) => user.click(screen.getByRole('button', { name: 'Add a line' }))],
  ['chosen', (user) => user.upload(screen.getByLabelText('File'), new File(['x'], 'x.txt'))],
])('leaving with unsaved changes (%s) asks whether to stay or leave', async (_, change) => {
  const { user, address } = open()
  await change(user)
  expect(canCloseTab()).toBe(false)
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(address()).toBe('/form')
  await user.click(findButton('Keep editing'))
  expect([address(), question()]).toEqual(['/form', null])
  expect(hasUnsaved()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await user.click(findButton('Leave without saving'))
  expect(address()).toBe('/next')
  expect([hasUnsaved(), canCloseTab()]).toEqual([false, true])
})

test('leaving again right after staying asks again', async () => {
  const { user, address } = open()
  await user.type(screen.getByLabelText('Name'), '!')
  const next = screen.getByRole('link', { name: 'Next' })
  await user.click(next)
  act(() => {
    ;(question() as HTMLDialogElement).close()
    fireEvent.click(next)
  })
  await user.click(findButton('Leave without saving'))
  expect(address()).toBe('/next')
})

test('a change that was undone counts as no change', async () => {
  const { user, address } = open()
  await user.type(screen.getByLabelText('Name'), '!{Backspace}')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(address()).toBe('/next')
})

test('changing only the query string does not count as leaving the page', async () => {
  const { user, address } = open()
  await user.type(screen.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('link', { name: 'More' }))
  expect([address(), question()]).toEqual(['/form?shown=more', null])
})

test('saving clears the unsaved state, and a later change sets it again', async () => {
  fakeServer(granted(saveName, null))
  const { user } = open()
  await user.type(screen.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect([hasUnsaved(), canCloseTab()]).toEqual([false, true])
  await user.type(screen.getByLabelText('Name'), '?')
  expect(hasUnsaved()).toBe(true)
})

test('if a form navigates once it is saved, no question is asked', async () => {
  fakeServer(granted(saveName, null))
  const { user, address } = open(LeavingPage)
  await user.type(screen.getByLabelText('Name'), '!{Enter}')
  expect([address(), question()]).toEqual(['/next', null])
})

test.each([
  ['refused by the server', Page, [refused(saveName, 'taken'), granted(otherEndpoint, null)]],
  ['that fails its own validation', CheckingPage, [granted(otherEndpoint, null)]],
])('a form %s stays unsaved, even after another successful call', async (_, page, answers) => {
  fakeServer(...answers)
  const { user } = open(page)
  await user.type(screen.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Something else' }))
  expect(hasUnsaved()).toBe(true)
})

test('a form resubmitted after reauthentication counts as saved', async () => {
  fakeServer(refused(saveName, 'reauthentication-needed'), granted(saveName, null))
  const { user } = open()
  await user.type(screen.getByLabelText('Name'), '!{Enter}')
  expect(hasUnsaved()).toBe(false)
})

test("leaving by script waits for the user's answer", async () => {
  const { user } = open()
  const leave = vi.fn()
  leaveSafely(leave)
  expect(leave).toHaveBeenCalledOnce()
  await user.type(screen.getByLabelText('Name'), '!')
  act(() => leaveSafely(leave))
  await user.click(findButton('Keep editing'))
  expect(leave).toHaveBeenCalledOnce()
  act(() => leaveSafely(leave))
  await user.click(findButton('Leave without saving'))
  expect(leave).toHaveBeenCalledTimes(2)
  expect(hasUnsaved()).toBe(false)
})

test('if the user is offline, the page stays and shows a notice until the connection returns', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user, address } = open()
  await user.type(screen.getByLabelText('Name'), '!')
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await user.click(findButton('Leave without saving'))
  expect(screen.getByRole('alert').textContent).toContain('You’re offline')
  connection.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect([screen.queryByRole('alert'), address(), hasUnsaved()]).toEqual([null, '/form', true])
  cleanup()
  expect(hasUnsaved()).toBe(false)
})

test('if a link is followed offline, it can be tried again and opens its page once online', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user, address } = open()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(address()).toBe('/form')
  connection.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(address()).toBe('/next')
})
