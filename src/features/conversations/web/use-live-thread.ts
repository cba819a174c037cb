import { useEffect, useEffectEvent } from 'react'
import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { follow } from '#platform/web/follow.ts'

/**
 * Hears what is written while somebody looks at the page. Without a stream it asks, each time that one is not to be had.
 * @param memberId whose conversation it is, where the endpoint asks
 */
export function useLiveThread<E extends Endpoint>(
  endpoint: E,
  {
    memberId,
    onPage,
    ask,
  }: { memberId?: string; onPage: (page: ResponseOf<E>) => void; ask: () => Promise<ResponseOf<E>> },
): void {
  const show = useEffectEvent(onPage)
  const askNow = useEffectEvent(() => {
    // Where nobody answers either, the stream is tried again.
    ask().then(show, () => undefined)
  })
  useEffect(() => {
    const params = memberId === undefined ? undefined : { memberId }
    return follow(endpoint, { params, onEvent: (page) => show(page), onProblem: () => askNow() })
  }, [endpoint, memberId])
}
