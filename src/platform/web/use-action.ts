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
  const isUnderWay = useRef(false)

  /** Ignores calls while one is running. It ends when `onDone` ends. */
  const run = async <Value>(
    send: () => Promise<Attempt<Value>>,
    onDone?: (value: Value, message: string) => unknown,
    name: Name | true = true,
  ): Promise<Attempt<Value> | undefined> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(name)
    setEnding(undefined)
    try {
      const ended = await send()
      setEnding(ended)
      say(ended, toast)
      await reload?.(ended, name)
      if (ended.state === 'done') await onDone?.(ended.value, ended.message)
      return ended
    } finally {
      isUnderWay.current = false
      setBusy(undefined)
    }
  }
  /** Sets an error found without the server, as one problem or as messages by field. */
  const fail = (wrong: string | Record<string, string>) =>
    setEnding({ state: 'failed', ...(typeof wrong === 'string' ? { message: wrong } : { message: '', errors: wrong }) })

  const failed = ending?.state === 'failed' ? ending : undefined
  const errors: Partial<Record<string, string>> = failed?.errors ?? noErrors
  useFocusOnErrors(errors)
  const problem = fields.some((field) => errors[field]) ? undefined : failed?.message
  return { busy, isBusy: busy !== undefined, ending, errors, problem, run, fail, clear: () => setEnding(undefined) }
}

const noErrors = {}

function say({ state, message }: Attempt<unknown>, toast: ActionOptions<never>['toast']): void {
  if (state === 'done' && message && (toast === 'success' || toast === 'both')) notify.success(message)
  if (state === 'failed' && (toast === 'failure' || toast === 'both')) notify.error(message)
}
