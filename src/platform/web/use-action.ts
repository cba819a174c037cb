import { useRef, useState } from 'react'
import type { Attempt } from './attempt.ts'
import { useFocusOnErrors } from './ui/focus.ts'
import { notify } from './ui/toasts.tsx'

type ActionOptions<Name> = {
  /** Fields that show their errors themselves. `problem` is set only for other errors. */
  fields?: readonly string[]
  /** The outcomes to show as a toast. */
  toast?: 'success' | 'failure' | 'both'
  /** Reloads data after any outcome, while the action still counts as busy. */
  reload?: (ending: Attempt<unknown>, name: Name | true) => unknown
}

/** Tracks whether an action is running, and its error. @template Name of buttons of which only one can run at a time */
export function useAction<Name extends string = never>({ fields = [], toast, reload }: ActionOptions<Name> = {}) {
  const [busy, setBusy] = useState<Name | true>()
  const [ending, setEnding] = useState<Attempt<unknown>>()
  // A double click is faster than the next render.
  const isRunning = useRef(false)

  /** Ignores calls while an action is running. An action ends when its `onDone` ends. */
  const run = async <Value>(
    send: () => Promise<Attempt<Value>>,
    onDone?: (value: Value, message: string) => unknown,
    name: Name | true = true,
  ): Promise<Attempt<Value> | undefined> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(name)
    setEnding(undefined)
    try {
      const result = await send()
      setEnding(result)
      showToast(result, toast)
      await reload?.(result, name)
      if (result.state === 'done') await onDone?.(result.value, result.message)
      return result
    } finally {
      isRunning.current = false
      setBusy(undefined)
    }
  }
  /** Sets an error found without the server, as a single problem or as messages by field. */
  const fail = (error: string | Record<string, string>) =>
    setEnding({ state: 'failed', ...(typeof error === 'string' ? { message: error } : { message: '', errors: error }) })

  const failed = ending?.state === 'failed' ? ending : undefined
  const errors: Partial<Record<string, string>> = failed?.errors ?? noErrors
  useFocusOnErrors(errors)
  const problem = fields.some((field) => errors[field]) ? undefined : failed?.message
  return { busy, isBusy: busy !== undefined, ending, errors, problem, run, fail, clear: () => setEnding(undefined) }
}

const noErrors = {}

function showToast({ state, message }: Attempt<unknown>, toast: ActionOptions<never>['toast']): void {
  if (state === 'done' && message && (toast === 'success' || toast === 'both')) notify.success(message)
  if (state === 'failed' && (toast === 'failure' || toast === 'both')) notify.error(message)
}
