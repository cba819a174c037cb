import { useCallback, useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { getSecondFactor } from '../contract/second-factor.ts'

export type SecondFactor = ResponseOf<typeof getSecondFactor>

type Loading = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'loaded'; factor: SecondFactor }

/** What the member proves who they are with, read again after each change. */
export function useSecondFactor(): { loading: Loading; reload: () => Promise<void> } {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' })
  const reload = useCallback(async () => {
    const ending = await attempt(getSecondFactor)
    if (ending.state === 'done') return setLoading({ state: 'loaded', factor: ending.value })
    // What is shown stays: among it there may be recovery codes, which are shown only once.
    setLoading((before) => (before.state === 'loaded' ? before : ending))
  }, [])
  useEffect(() => void reload(), [reload])
  return { loading, reload }
}
