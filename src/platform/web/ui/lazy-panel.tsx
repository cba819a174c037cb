import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { UNREACHABLE } from '../request.ts'
import { LoadFailed } from './loaded.tsx'

type LazyPanelProps<Script> = {
  /** Imports the script. Must be the same function each time. */
  load: () => Promise<Script>
  /** Shown until the script has loaded. */
  waiting?: ReactNode
  children: (script: Script) => ReactNode
}

/**
 * A part of a page with its own script. If the script cannot be loaded, the other parts of the page stay and the user
 * can try again. React's `lazy` would replace the page and remember the failure.
 */
export function LazyPanel<Script extends object>({ load, waiting, children }: LazyPanelProps<Script>) {
  const [script, setScript] = useState<Script>()
  const [hasFailed, setFailed] = useState(false)
  const start = useCallback(() => load().then(setScript, () => setFailed(true)), [load])
  useEffect(() => void start(), [start])
  if (script) return children(script)
  return hasFailed ? <LoadFailed message={UNREACHABLE} onRetry={start} /> : waiting
}
