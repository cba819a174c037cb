import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Attempt } from './attempt.ts'
import { notify } from './ui/toasts.tsx'
import { useAction } from './use-action.ts'

afterEach(cleanup)

const saved = { state: 'done', value: 'kept', message: 'It is saved' } as const
const refused = { state: 'failed', message: 'Somebody was faster', reason: 'taken' } as const

test('an action is busy until its request and its follow-up have finished', async () => {
  const { result } = renderHook(() => useAction())
  const response = Promise.withResolvers<Attempt<string>>()
  const followUp = Promise.withResolvers<void>()
  const onDone = vi.fn(() => followUp.promise)
  expect(result.current.isBusy).toBe(false)

  act(() => void result.current.run(() => response.promise, onDone))
  expect(result.current).toMatchObject({ isBusy: true, busy: true })
  await act(async () => response.resolve(saved))
  expect(onDone).toHaveBeenCalledExactlyOnceWith('kept', 'It is saved')
  expect(result.current.isBusy).toBe(true)
  await act(async () => followUp.resolve())
  expect(result.current).toMatchObject({ isBusy: false, problem: undefined })
})

test('a double press runs the action only once, even if the second press precedes the next render', async () => {
  const { result } = renderHook(() => useAction())
  const response = Promise.withResolvers<Attempt<string>>()
  const send = vi.fn(() => response.promise)
  const presses = [result.current.run(send), result.current.run(send)]

  await act(async () => response.resolve(saved))
  expect(await Promise.all(presses)).toEqual([saved, undefined])
  expect(send).toHaveBeenCalledOnce()

  await act(() => result.current.run(send))
  expect(send).toHaveBeenCalledTimes(2)
})

test('with several buttons, the pressed one is busy and the others do nothing', async () => {
  const { result } = renderHook(() => useAction<'accept' | 'decline'>())
  const response = Promise.withResolvers<Attempt<string>>()
  const decline = vi.fn()
  act(() => void result.current.run(() => response.promise, undefined, 'accept'))
  expect(result.current.busy).toBe('accept')

  await act(() => result.current.run(decline, undefined, 'decline'))
  expect(decline).not.toHaveBeenCalled()
  await act(async () => response.resolve(saved))
  expect(result.current.busy).toBeUndefined()
})

test('if an action fails, its problem is shown until the next press and no follow-up runs', async () => {
  const { result } = renderHook(() => useAction())
  const onDone = vi.fn()
  await act(() => result.current.run(async () => refused, onDone))
  expect(result.current).toMatchObject({ isBusy: false, problem: 'Somebody was faster', ending: refused })
  expect(onDone).not.toHaveBeenCalled()

  const response = Promise.withResolvers<Attempt<string>>()
  act(() => void result.current.run(() => response.promise))
  expect(result.current.problem).toBeUndefined()
  await act(async () => response.resolve(saved))
  expect(result.current).toMatchObject({ problem: undefined, ending: saved })
})

test('an error in a known field is shown next to that field, and any other as the problem', async () => {
  const { result } = renderHook(() => useAction({ fields: ['text'] }))
  const invalid = { state: 'failed', message: 'Please look again', errors: { text: 'Please be brief' } } as const
  await act(() => result.current.run(async () => invalid))
  expect(result.current).toMatchObject({ errors: { text: 'Please be brief' }, problem: undefined })

  await act(() => result.current.run(async () => ({ ...invalid, errors: { id: 'Not an id' } })))
  expect(result.current.problem).toBe('Please look again')

  act(() => result.current.fail({ text: 'Please write something' }))
  expect(result.current).toMatchObject({ errors: { text: 'Please write something' }, problem: undefined })
  act(() => result.current.fail('Choose a day'))
  expect(result.current).toMatchObject({ errors: {}, problem: 'Choose a day' })
  act(() => result.current.clear())
  expect(result.current.problem).toBeUndefined()
})

test('a toast appears only for the requested outcomes', async () => {
  const success = vi.spyOn(notify, 'success').mockReturnValue()
  const error = vi.spyOn(notify, 'error').mockReturnValue()
  const { result, rerender } = renderHook((toast: 'success' | 'failure' | 'both') => useAction({ toast }), {
    initialProps: 'success',
  })
  const runBoth = async () => {
    await act(() => result.current.run(async () => saved))
    await act(() => result.current.run(async () => refused))
  }
  await runBoth()
  expect([success.mock.calls, error.mock.calls]).toEqual([[['It is saved']], []])
  rerender('failure')
  await runBoth()
  expect([success.mock.calls, error.mock.calls]).toEqual([[['It is saved']], [['Somebody was faster']]])
  rerender('both')
  await runBoth()
  expect([success, error].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
})

test("after any outcome the data is reloaded with the button's name, before any follow-up", async () => {
  const steps: unknown[] = []
  const reload = (ending: Attempt<unknown>, name: string | true) => void steps.push([ending.state, name])
  const { result } = renderHook(() => useAction<'leave'>({ reload }))
  await act(() =>
    result.current.run(
      async () => saved,
      () => steps.push('followed'),
      'leave',
    ),
  )
  await act(() => result.current.run(async () => refused))
  expect(steps).toEqual([['done', 'leave'], 'followed', ['failed', true]])
})

test('if the page is left while an action runs, the action still completes without an error', async () => {
  const { result, unmount } = renderHook(() => useAction())
  const response = Promise.withResolvers<Attempt<string>>()
  const onDone = vi.fn()
  let ended: Promise<unknown> | undefined
  act(() => {
    ended = result.current.run(() => response.promise, onDone)
  })
  unmount()
  response.resolve(saved)
  expect(await ended).toBe(saved)
  expect(onDone).toHaveBeenCalledOnce()
})

test('an action that throws is no longer busy', async () => {
  const { result } = renderHook(() => useAction())
  const failAction = () => Promise.reject(new Error('The camera is in use'))
  await act(() => expect(result.current.run(failAction)).rejects.toThrow('The camera is in use'))
  expect(result.current.isBusy).toBe(false)
})
