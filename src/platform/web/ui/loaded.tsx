import { useCallback, useEffect, useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts'
import { attempt } from '../attempt.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  /** `readAt` is the reference for relative times such as "5 minutes ago". */
  | { state: 'loaded'; value: Value; readAt: Date }

type CallArguments<E extends Endpoint> = Parameters<typeof attempt<E>>

/** Data that a panel or dialog loads itself. `show` replaces it with the server's response to a change. */
export function useLoaded<E extends Endpoint>(endpoint: CallArguments<E>[0], ...[input]: DropFirst<CallArguments<E>>) {
  const [found, setFound] = useState<Loaded<ResponseOf<E>>>({ state: 'loading' })
  const inputJson = JSON.stringify(input ?? {})
  const latest = useRef(0)
  const show = useCallback((value: ResponseOf<E>) => {
    latest.current += 1
    setFound({ state: 'loaded', value, readAt: new Date() })
  }, [])
  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const result = await attempt<E>(...([endpoint, JSON.parse(inputJson)] as unknown as CallArguments<E>))
    // An older response may arrive after a newer one.
    if (mine !== latest.current) return
    if (result.state === 'done') return show(result.value)
    // Old data is more useful than an error about reloading it.
    setFound((previous) => (previous.state === 'loaded' ? previous : { state: 'failed', message: result.message }))
  }, [endpoint, inputJson, show])
  useEffect(() => void reload(), [reload])
  return { found, show, reload }
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

/** Shows why loading failed, with a button to retry. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <Alert tone="error">
      <p>{message}</p>
      <Button variant="quiet" size="small" className="mt-3" busy={isBusy} onClick={retry}>
        Try again
      </Button>
    </Alert>
  )
}
