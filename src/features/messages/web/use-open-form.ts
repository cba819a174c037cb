import { useEffect, useRef } from 'react'
import { SHORTEST_WRITING } from '../rules.ts'
import { askForForm } from './queries.ts'

type OpenedForm = { form: string | undefined; since: number }

/**
 * Tells the server that a form is open. The returned function gives what is to be sent along, once enough time has
 * passed that the server does not take the writer for a program: whoever pastes a prepared text waits a moment.
 */
export function useOpenForm(): () => Promise<string | undefined> {
  const opened = useRef<Promise<OpenedForm>>(undefined)
  useEffect(() => {
    opened.current ??= open()
  }, [])
  return async () => {
    const { form, since } = await (opened.current ?? open())
    const remaining = form === undefined ? 0 : since + SHORTEST_WRITING - performance.now()
    if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining))
    return form
  }
}

async function open(): Promise<OpenedForm> {
  const form = await askForForm()
  return { form, since: performance.now() }
}
